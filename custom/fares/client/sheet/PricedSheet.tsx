import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ReadingChoice, saveFile } from '#engine/client'
import type { Encoding, TextReading } from '#engine/model'
import { LiveText, useDisplayStyle, useSay } from '#engine/ui'
import { minorText } from '../../model/fare-text'
import type { QuoteTarget } from '../try/trip-request'
import type { SheetColumn } from './columns'
import { pricedFile } from './csv-file'
import { hasErrors, currencySums, type SheetTripRow } from './sheet-rows'
import { SheetTable } from './SheetTable'
import { usePricing, type Pricing } from './use-pricing'

export interface OpenSheet {
  readonly name: string
  readonly reading: TextReading | null
  readonly heads: readonly string[]
  readonly columns: ReadonlyMap<SheetColumn, number>
  readonly rows: readonly SheetTripRow[]
}

interface PricedSheetProps {
  readonly sheet: OpenSheet
  /** Reads the file again. */
  readonly onEncoding: (encoding: Encoding) => void
  readonly target: QuoteTarget
  readonly here: { readonly resource: string; readonly id: number }
  readonly onAnother: () => void
}

/** The trips of a sheet with their prices, as they arrive. */
export function PricedSheet({ sheet, onEncoding, target, here, onAnother }: PricedSheetProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const pricing = usePricing(sheet.rows, target)
  const { rows } = pricing
  const [onlyWithErrors, setOnlyWithErrors] = useState(false)
  const invalid = rows.filter(hasErrors)
  const priced = rows.filter((row) => row.priced?.fare)
  const summary = [
    say('fares.sheet.summary', { priced: priced.length, invalid: invalid.length }),
    ...currencySums(rows).map((sum) => say('fares.sheet.sum', { total: minorText(sum.total, sum, style) })),
  ].join(' · ')
  const download = async (): Promise<void> =>
    saveFile(await pricedFile(sheet.heads, rows, say, style), `${say('fares.sheet.priced_name')}.csv`)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {sheet.reading && sheet.reading.by !== 'valid' && (
        <ReadingChoice reading={sheet.reading} disabled={false} onChoose={onEncoding} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 220 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{sheet.name}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>{summary}</Typography>
        </Box>
        {invalid.length > 0 && (
          <FormControlLabel
            label={say('fares.sheet.only_invalid')}
            slotProps={{ typography: { variant: 'body2' } }}
            control={<Switch size="small" checked={onlyWithErrors} onChange={(_event, on) => setOnlyWithErrors(on)} />}
          />
        )}
        <Button onClick={onAnother}>{say('fares.sheet.another')}</Button>
        <Button
          variant="contained"
          startIcon={<DownloadOutlined />}
          disabled={priced.length === 0}
          onClick={() => void download()}
        >
          {say('fares.sheet.download')}
        </Button>
      </Box>
      <Progress pricing={pricing} />
      <LiveText text={pricing.state === 'done' ? summary : ''} />
      <SheetTable
        sheet={sheet}
        rows={onlyWithErrors ? invalid : rows}
        working={pricing.state === 'working'}
        here={here}
      />
    </Box>
  )
}

/** A bar with numbers while it works; a sentence and a button to go on when it is stopped. */
function Progress({ pricing: { state, done, total, failure, stop, resume } }: { pricing: Pricing }) {
  const say = useSay()
  if (state === 'done') return null
  if (state === 'working') {
    const text = say('fares.sheet.progress', { done, total })
    return (
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 1, alignItems: 'center' }}>
        <div>
          <Typography variant="caption">{text}</Typography>
          <LinearProgress variant="determinate" value={total ? (done / total) * 100 : 100} aria-label={text} />
        </div>
        <Button onClick={stop}>{say('fares.sheet.stop')}</Button>
      </Box>
    )
  }
  return (
    <Alert
      severity={state === 'failed' ? 'error' : 'info'}
      action={
        <Button color="inherit" onClick={resume}>
          {say('actions.retry')}
        </Button>
      }
    >
      {state === 'failed'
        ? say('fares.sheet.unreached', { reason: failure ?? '' })
        : say('fares.sheet.stopped', { done, total })}
    </Alert>
  )
}
