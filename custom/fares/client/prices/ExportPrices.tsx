import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNotify } from 'react-admin'
import { useState } from 'react'
import { saveFile } from '#engine/client'
import { useDisplayStyle, useSay } from '#engine/ui'
import type { Sheet } from './sheet-state'
import { pricesFile, type PricesForm, type PricesFormat } from './write-prices'

const FILES: readonly (readonly [PricesForm, PricesFormat])[] = [['matrix', 'xlsx'], ['matrix', 'csv'], ['list', 'xlsx'], ['list', 'csv']]

/** The sheet as a file: a matrix or a list, for a spreadsheet or as csv. */
export function ExportPrices({ sheet, tarif }: { sheet: Sheet; tarif: string }) {
  const say = useSay()
  const style = useDisplayStyle()
  const notify = useNotify()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const run = async (form: PricesForm, format: PricesFormat): Promise<void> => {
    setAnchor(null)
    const name = `${say('prices.title')} ${tarif}`.replace(/[\\/:*?"<>|\s]+/g, '-').toLowerCase()
    saveFile(await pricesFile(sheet, form, format, say, style), `${name}.${format}`)
    notify('list.exported', { type: 'success', messageArgs: { name: `${name}.${format}` } })
  }
  return (
    <>
      <Button color="inherit" startIcon={<DownloadIcon />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>{say('prices.export')}</Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {FILES.map(([form, format]) => (
          <MenuItem key={`${form} ${format}`} onClick={() => void run(form, format)}>{say(`prices.form_${form}`)} ({format})</MenuItem>
        ))}
      </Menu>
    </>
  )
}
