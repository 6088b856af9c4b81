import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId, useState } from 'react'
import { useNotify } from 'react-admin'
import { type DialogProps, errorsIn, useProvider } from '#engine/client'
import { moneyText, useDisplayStyle, useFailure, useSay } from '#engine/ui'
import { updatePriceDriverCall, updatePriceFeeCall } from '../../model/history-calls'

type Part = 'price_fee' | 'price_driver'

/** What the house keeps of a ride and what its driver gets: who gets more leaves less to the other. */
export default function SharesDialog({ record, onClose }: DialogProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const title = useId()
  const id = Number(record?.['id'])
  const version = Number(record?.['version'])
  const [part, setPart] = useState<Part>('price_driver')
  const [typed, setTyped] = useState(String(record?.['price_driver'] ?? ''))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const both = Number(record?.['price_fee'] ?? 0) + Number(record?.['price_driver'] ?? 0)
  const amount = Number(typed.replace(',', '.'))
  const rest = Math.round((both - amount) * 10_000) / 10_000
  const choose = (next: Part | null): void => {
    if (next === null) return
    setPart(next)
    setTyped(String(record?.[next] ?? ''))
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { msg } =
        part === 'price_fee'
          ? await provider.call(updatePriceFeeCall, { id, version, price_fee: amount })
          : await provider.call(updatePriceDriverCall, { id, version, price_driver: amount })
      notify(msg, { type: 'success' })
      onClose(true)
    } catch (failure) {
      const at = errorsIn(failure)[part]
      if (at) setError(at)
      else fail(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={() => onClose()} fullWidth maxWidth="xs" aria-labelledby={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <DialogTitle id={title}>{say('services.shares.title', { id })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText sx={{ fontSize: 13 }}>
            {say('services.shares.text', { both: moneyText(both, style) })}
          </DialogContentText>
          <ToggleButtonGroup
            exclusive
            size="small"
            color="primary"
            value={part}
            aria-label={say('services.shares.whose')}
            onChange={(_event, next: Part | null) => choose(next)}
          >
            <ToggleButton value="price_driver">{say('services.shares.price_driver')}</ToggleButton>
            <ToggleButton value="price_fee">{say('services.shares.price_fee')}</ToggleButton>
          </ToggleButtonGroup>
          <TextField
            autoFocus
            size="small"
            label={say(`services.shares.${part}`)}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            error={error !== null}
            helperText={
              error ??
              (Number.isFinite(rest) && rest >= 0
                ? say(part === 'price_fee' ? 'services.shares.driver_rest' : 'services.shares.fee_rest', {
                    amount: moneyText(rest, style),
                  })
                : ' ')
            }
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => onClose()}>
            {say('ra.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={busy}
            disabled={typed.trim() === '' || !Number.isFinite(amount)}
          >
            {say('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
