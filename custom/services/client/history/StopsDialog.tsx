import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { errorsIn, failureText, useCall, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { type HistoryStop, STOP_PRICES, stopsCreateCall, stopsFormCall } from '../../model/history-calls'

const WORDS = ['address', 'name', 'contact_name', 'contact_phone', 'contact_email', 'notes'] as const
type Typed = { readonly [name: string]: string }

/** What is said of the stops, corrected; of a service that was put in afterwards what each cost, too. */
export default function StopsDialog({
  id,
  onClose,
}: {
  readonly id: number
  readonly onClose: (changed: boolean) => void
}) {
  const say = useSay()
  const title = useId()
  const { answer, failure } = useCall(stopsFormCall, { id })
  return (
    <Dialog open onClose={() => onClose(false)} fullWidth maxWidth="md" aria-labelledby={title}>
      <DialogTitle id={title}>{say('services.stops.edit')}</DialogTitle>
      {failure !== null ? (
        <DialogContent>
          <Alert severity="error">{failureText(failure, say)}</Alert>
        </DialogContent>
      ) : answer ? (
        <Filled
          id={id}
          version={answer.version}
          stops={answer.stops}
          hasPrices={answer.has_prices === 1}
          onClose={onClose}
        />
      ) : (
        <DialogContent>
          <Skeleton height={240} aria-busy />
        </DialogContent>
      )}
    </Dialog>
  )
}

interface FilledProps {
  readonly id: number
  readonly version: number
  readonly stops: readonly HistoryStop[]
  readonly hasPrices: boolean
  readonly onClose: (changed: boolean) => void
}

function Filled({ id, version, stops, hasPrices, onClose }: FilledProps) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [typed, setTyped] = useState<readonly Typed[]>(() =>
    stops.map((stop) =>
      Object.fromEntries(
        [...WORDS, ...STOP_PRICES].map((name) => [name, stop[name] === null ? '' : String(stop[name])]),
      ),
    ),
  )
  const [errors, setErrors] = useState<{ readonly [at: string]: string }>({})
  const [busy, setBusy] = useState(false)
  const names = hasPrices ? [...WORDS, ...STOP_PRICES] : WORDS
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { msg } = await provider.call(stopsCreateCall, {
        id,
        version,
        stops: stops.map((stop, i) => bodyOf(stop, typed[i] ?? {}, hasPrices)),
      })
      notify(msg, { type: 'success' })
      onClose(true)
    } catch (error) {
      const found = errorsIn(error)
      if (Object.keys(found).length > 0) setErrors(found)
      else fail(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      noValidate
      style={{ display: 'contents' }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {stops.map((stop, i) => (
          <Box component="fieldset" key={stop.id} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
            <Typography component="legend" variant="subtitle2" sx={{ mb: 1.25 }}>
              {say('services.stops.one', { n: i + 1 })}
            </Typography>
            <Box
              sx={{
                display: 'grid',
                gap: 1.5,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
              }}
            >
              {names.map((name) => (
                <TextField
                  key={name}
                  size="small"
                  label={say(`services.stops.${name}`)}
                  value={typed[i]?.[name] ?? ''}
                  sx={name === 'address' || name === 'notes' ? { gridColumn: { sm: 'span 2' } } : undefined}
                  type={(STOP_PRICES as readonly string[]).includes(name) ? 'number' : 'text'}
                  error={Boolean(errors[`stops.${i}.${name}`])}
                  helperText={errors[`stops.${i}.${name}`]}
                  onChange={({ target }) =>
                    setTyped((all) => all.map((one, at) => (at === i ? { ...one, [name]: target.value } : one)))
                  }
                />
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onClose(false)}>
          {say('ra.action.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy}>
          {say('ra.action.save')}
        </Button>
      </DialogActions>
    </form>
  )
}

function bodyOf({ id }: HistoryStop, typed: Typed, hasPrices: boolean) {
  const text = (name: (typeof WORDS)[number]): string | null => typed[name]?.trim() || null
  const number = (name: string): number | null => (typed[name] ? Number(typed[name]) : null)
  return {
    id,
    address: text('address') ?? '',
    name: text('name'),
    contact_name: text('contact_name'),
    contact_phone: text('contact_phone'),
    contact_email: text('contact_email'),
    notes: text('notes'),
    ...(hasPrices && Object.fromEntries(STOP_PRICES.map((name) => [name, number(name)]))),
  }
}
