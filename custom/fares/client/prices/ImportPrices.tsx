import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useId, useState } from 'react'
import { FileDrop, ReadingChoice } from '#engine/client'
import type { Encoding, TextReading } from '#engine/model'
import { KeyLayer, useSay } from '#engine/ui'
import { MAX_PRICES } from '../../model/prices-calls'
import { fileLines, UnreadableSheet } from '../sheet/read-file'
import { isSameAmount, type PriceEntry } from './amount'
import { readPrices, type PricesFile, type FileError } from './read-prices'
import type { Puts } from './sheet-edits'
import { keptAt, type PriceSheet } from './sheet-state'
import type { Commands } from './use-commands'
import Box from '@mui/material/Box'

const SHOWN = 200

/** The errors in a file, cell by cell. */
function FileErrors({ errors }: { errors: readonly FileError[] }) {
  const say = useSay()
  if (errors.length === 0) return null
  const sentence = ({ error, text }: FileError): string =>
    typeof error === 'string'
      ? say(`prices.import.error_${error}`, { text })
      : say(`validation.${error.key}`, error.params)
  return (
    <Box>
      <Typography variant="subtitle2">{say('prices.import.errors', { smart_count: errors.length })}</Typography>
      <Box
        component="table"
        tabIndex={0}
        aria-label={say('prices.import.errors', { smart_count: errors.length })}
        sx={{
          display: 'block',
          maxHeight: 240,
          overflow: 'auto',
          fontSize: 13,
          '& td': { paddingInlineEnd: 2, py: 0.25, verticalAlign: 'top', overflowWrap: 'anywhere' },
        }}
      >
        <tbody>
          {errors.slice(0, SHOWN).map((one) => (
            <tr key={`${one.cell} ${typeof one.error === 'string' ? one.error : one.error.key}`}>
              <td>
                <b>{one.cell}</b>
              </td>
              <td>{one.text}</td>
              <td>{sentence(one)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      {errors.length > SHOWN && (
        <Typography variant="caption">{say('prices.import.more', { smart_count: errors.length - SHOWN })}</Typography>
      )}
    </Box>
  )
}

/**
 * Prices from a spreadsheet: its errors are shown cell by cell, then it goes into the sheet, to be checked and saved.
 */
export default function ImportPrices({
  sheet,
  commands,
  onClose,
}: {
  sheet: PriceSheet
  commands: Commands
  onClose: () => void
}) {
  const say = useSay()
  const id = useId()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [chosen, setChosen] = useState<File | null>(null)
  const [read, setRead] = useState<PricesFile | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [clears, setClears] = useState(false)

  const [reading, setReading] = useState<TextReading | null>(null)

  const take = async (file: File, encoding: Encoding | null = null): Promise<void> => {
    if (!commands.field) return
    setChosen(file)
    setBusy(true)
    try {
      // As many lines as a list of all directions has.
      const { lines, reading: as } = await fileLines(file, MAX_PRICES, encoding)
      setReading(as?.by === 'valid' ? null : as)
      const found = readPrices(lines, sheet.zones, commands.field, commands.style)
      setRead(found)
      setFailure(found ? null : say('prices.import.unknown'))
    } catch (cause) {
      setRead(null)
      setFailure(say(`prices.import.${cause instanceof UnreadableSheet ? cause.error : 'unreadable'}`))
    } finally {
      setBusy(false)
    }
  }
  const puts = read ? putsOf(read, clears) : null
  const changes = puts
    ? [...puts].filter(
        ([place, entry]) => !('amount' in entry) || !isSameAmount(entry.amount, keptAt(sheet, place).amount),
      ).length
    : 0
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby={`${id}-title`}>
      <KeyLayer>
        <DialogTitle id={`${id}-title`} variant="h2">
          {say('prices.import.title')}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2" color="text.secondary">
              {say('prices.import.help')}
            </Typography>
            <FileDrop file={chosen} busy={busy} onFile={(file) => void take(file)} />
            {reading && chosen && (
              <ReadingChoice reading={reading} disabled={busy} onChoose={(encoding) => void take(chosen, encoding)} />
            )}
            {failure && <Alert severity="error">{failure}</Alert>}
            {read && (
              <>
                <Alert severity={read.errors.length > 0 ? 'warning' : 'success'}>
                  {say(`prices.import.${read.kind}`, { read: read.puts.size, blanks: read.blanks.size, changes })}
                </Alert>
                {read.blanks.size > 0 && (
                  <FormControlLabel
                    control={<Switch size="small" checked={clears} onChange={(_, on) => setClears(on)} />}
                    label={say('prices.import.clear', { smart_count: read.blanks.size })}
                  />
                )}
                <FileErrors errors={read.errors} />
              </>
            )}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            {say('form.cancel')}
          </Button>
          <Button
            variant="contained"
            disabled={!puts || changes === 0}
            onClick={() => {
              if (puts) commands.lay(puts)
              onClose()
            }}
          >
            {say('prices.import.put', { smart_count: changes })}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

const NO_PRICE: PriceEntry = { amount: null }
const putsOf = ({ puts, blanks }: PricesFile, clears: boolean): Puts =>
  clears ? new Map([...puts, ...[...blanks].map((place) => [place, NO_PRICE] as const)]) : puts
