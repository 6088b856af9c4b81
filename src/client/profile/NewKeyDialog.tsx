import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState, type FormEvent } from 'react'
import { useShell } from '../console/shell-context'
import { errorsIn, failureText } from '../provider/failure'
import type { KeyModule } from '../../model/shell-answers'
import { TextBox } from '../../ui/inputs/TextBox'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { KeyShown } from './KeyShown'
import { ModuleRights, type ChosenRights } from './ModuleRights'

const MAX_NAME = 80

interface NewKeyProps {
  readonly modules: readonly KeyModule[]
  readonly days: number
  readonly maxDays: number
  readonly onMade: () => void
  readonly onClose: () => void
}

/** Asks what a new key is for, what it may do and how long, and then shows the key, once. */
export default function NewKeyDialog({ modules, days: usual, maxDays, onMade, onClose }: NewKeyProps) {
  const say = useSay()
  const titleId = useId()
  const { calls } = useShell()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(usual))
  const [chosen, setChosen] = useState<ChosenRights>(new Map())
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const errors = errorsIn(failure)
  const ready = name.trim() !== '' && chosen.size > 0 && /^\d{1,4}$/.test(days.trim()) && !busy
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!ready) return
    setBusy(true)
    setFailure(null)
    try {
      setKey(
        await calls.createKey({
          name: name.trim(),
          days: Number(days),
          modules: [...chosen].map(([id, edit]) => ({ id, edit: edit ? 1 : 0 })),
        }),
      )
      onMade()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (key !== null) return <KeyShown of={key} name={name.trim()} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      maxWidth="sm"
      fullWidth
      fullScreen={phone}
      aria-labelledby={titleId}
    >
      <KeyLayer>
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <DialogTitle id={titleId} variant="h2">
            {say('keys.add')}
          </DialogTitle>
          <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
            {failure !== null && Object.keys(errors).length === 0 && (
              <Alert severity="error">{failureText(failure, say)}</Alert>
            )}
            <TextBox
              autoFocus
              required
              source="name"
              label={say('keys.name')}
              help={say('keys.name_help')}
              text={name}
              onText={setName}
              maxLength={MAX_NAME}
              error={errors['name']}
              disabled={busy}
            />
            <ModuleRights
              modules={modules}
              chosen={chosen}
              onChange={setChosen}
              error={errors['modules']}
              disabled={busy}
            />
            <div style={{ maxWidth: 180 }}>
              <TextBox
                required
                source="days"
                label={say('keys.days')}
                help={say('keys.days_help', { max: maxDays })}
                text={days}
                onText={setDays}
                inputMode="numeric"
                maxLength={4}
                error={errors['days']}
                disabled={busy}
              />
            </div>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button color="inherit" onClick={onClose} disabled={busy}>
              {say('confirm.cancel')}
            </Button>
            <Button type="submit" variant="contained" disabled={!ready}>
              {say('keys.make')}
            </Button>
          </DialogActions>
        </form>
      </KeyLayer>
    </Dialog>
  )
}
