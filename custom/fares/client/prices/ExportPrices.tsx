import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNotify } from 'react-admin'
import { useState } from 'react'
import { saveFile } from '#engine/client'
import { useDisplayStyle, useSay, type Say } from '#engine/ui'
import { entryAt, type PriceSheet } from './sheet-state'
import type { MoneyStyle } from '#engine/model'
import { plainAmount, type PriceEntry } from './amount'

type PricesForm = 'matrix' | 'list'
type PricesFormat = 'xlsx' | 'csv'

// Excel reads a file as UTF-8 only with this mark.
const MARK = '\ufeff'
// Anything that would run as a formula becomes a text.
const FORMULA = /^[=+\-@\t\r]/
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The current sheet, including what is not saved yet, as a file that the import can read. */
export async function pricesFile(
  sheet: PriceSheet,
  form: PricesForm,
  format: PricesFormat,
  say: Say,
  style: MoneyStyle,
): Promise<Blob> {
  return format === 'xlsx' ? book(sheet, form, say) : csv(sheet, form, say, style)
}

async function csv(sheet: PriceSheet, form: PricesForm, say: Say, style: MoneyStyle): Promise<Blob> {
  const { default: Papa } = await import('papaparse')
  const text = Papa.unparse(
    linesOf(sheet, form, say, (entry) => ('text' in entry ? entry.text : plainAmount(entry.amount, style))),
    {
      delimiter: style.decimals_separator === ',' ? ';' : ',',
      escapeFormulae: FORMULA,
    },
  )
  return new Blob([MARK, text], { type: 'text/csv;charset=utf-8' })
}

async function book(sheet: PriceSheet, form: PricesForm, say: Say): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx')
  const rows = linesOf(sheet, form, say, (entry) => ('text' in entry ? entry.text : entry.amount))
  const widths = form === 'list' ? [28, 28, 14] : [28, ...sheet.zones.map(() => 14)]
  const bytes = await writeXlsx({
    sheets: [
      {
        name: say('prices.title'),
        columns: widths.map((width) => ({ width })),
        rows,
        freezePane: form === 'list' ? { rows: 1 } : { rows: 1, columns: 1 },
      },
    ],
  })
  return new Blob([new Uint8Array(bytes)], { type: XLSX })
}

function linesOf<T>(
  { zones, ...rest }: PriceSheet,
  form: PricesForm,
  say: Say,
  cell: (entry: PriceEntry) => T,
): (T | string)[][] {
  const entry = (row: number, column: number): T => cell(entryAt({ zones, ...rest }, row * zones.length + column))
  if (form === 'list') {
    return [
      [say('prices.from'), say('prices.to'), say('prices.amount')],
      ...zones.flatMap((from, row) => zones.map((to, column) => [from.name, to.name, entry(row, column)])),
    ]
  }
  return [
    [say('prices.corner'), ...zones.map(({ name }) => name)],
    ...zones.map((from, row) => [from.name, ...zones.map((_, column) => entry(row, column))]),
  ]
}

const FILES: readonly (readonly [PricesForm, PricesFormat])[] = [
  ['matrix', 'xlsx'],
  ['matrix', 'csv'],
  ['list', 'xlsx'],
  ['list', 'csv'],
]

/** The sheet as a file: a matrix or a list, for a spreadsheet or as csv. */
export function ExportPrices({ sheet, tarif }: { sheet: PriceSheet; tarif: string }) {
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
      <Button
        color="inherit"
        startIcon={<DownloadIcon />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {say('prices.export')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {FILES.map(([form, format]) => (
          <MenuItem key={`${form} ${format}`} onClick={() => void run(form, format)}>
            {say(`prices.form_${form}`)} ({format})
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
