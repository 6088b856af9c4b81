import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { FileDrop, saveFile } from '#engine/client'
import type { Encoding } from '#engine/model'
import { useDisplayStyle, useSay } from '#engine/ui'
import { MAX_TRIPS } from '../../model/sheet-call'
import type { QuoteTarget } from '../try/trip-request'
import { sheetColumns, lacking } from './columns'
import { emptySheet } from './csv-file'
import { PricedSheet, type OpenSheet } from './PricedSheet'
import { readSheetFile, UnreadableSheet } from './read-file'
import { tripRows } from './sheet-rows'

const ACCEPT = '.xlsx,.xls,.ods,.csv,.tsv,.txt'

interface PriceSheetProps {
  readonly target: QuoteTarget
  readonly here: { readonly resource: string; readonly id: number }
}

/** A sheet of trips priced at once: chosen and read here, priced by the server, stored nowhere. */
export default function PriceSheet({ target, here }: PriceSheetProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [sheet, setSheet] = useState<OpenSheet | null>(null)
  const [error, setError] = useState<string | null>(null)
  const open = async (chosen: File, encoding: Encoding | null): Promise<OpenSheet | string> => {
    const table = await readSheetFile(chosen, MAX_TRIPS, encoding)
    const columns = sheetColumns(table.heads, say)
    const missing = lacking(columns)
    if (missing.length > 0) {
      return say('fares.sheet.file.columns', {
        columns: missing.map((column) => say(`fares.sheet.columns.${column}`)).join(', '),
      })
    }
    return {
      name: chosen.name,
      reading: table.reading,
      heads: table.heads,
      columns,
      rows: tripRows(table, columns, say, style),
    }
  }
  const choose = (chosen: File, encoding: Encoding | null = null): void => {
    setFile(chosen)
    setBusy(true)
    setError(null)
    open(chosen, encoding)
      .then(
        (opened) => (typeof opened === 'string' ? setError(opened) : setSheet(opened)),
        (cause: unknown) => {
          setError(
            say(`fares.sheet.file.${cause instanceof UnreadableSheet ? cause.error : 'unreadable'}`, {
              max: MAX_TRIPS,
            }),
          )
        },
      )
      .finally(() => setBusy(false))
  }
  const format = async (): Promise<void> =>
    saveFile(await emptySheet(say, style), `${say('fares.sheet.format_name')}.csv`)
  if (sheet) {
    return (
      <PricedSheet
        key={sheet.reading?.encoding}
        sheet={sheet}
        onEncoding={(encoding) => {
          if (file) choose(file, encoding)
        }}
        target={target}
        here={here}
        onAnother={() => {
          setSheet(null)
          setFile(null)
        }}
      />
    )
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <Typography sx={{ color: 'text.secondary' }}>{say('fares.sheet.intro', { max: MAX_TRIPS })}</Typography>
      <FileDrop file={file} busy={busy} onFile={choose} kinds={{ text: say('fares.sheet.kinds'), accept: ACCEPT }} />
      {error && <Alert severity="error">{error}</Alert>}
      <Button startIcon={<DownloadOutlined />} onClick={() => void format()} sx={{ justifySelf: 'start' }}>
        {say('fares.sheet.format')}
      </Button>
    </Box>
  )
}
