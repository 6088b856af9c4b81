import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { createLanguageCall } from '../../model/words/language-calls'
import { TextBox } from '../../ui/inputs/TextBox'
import { KeyLayer } from '../../ui/keys'
import { useSay } from '../../ui/show/style'
import { useProvider } from '../console/provider'
import { errorsIn, failureText } from '../provider/failure'

/** A new language: its code, its own name, and a flag. */
export function NewLanguageDialog({ onMade, onClose }: { onMade: (msg: string) => void; onClose: () => void }) {
  const say = useSay()
  const id = useId()
  const provider = useProvider()
  const [draft, setDraft] = useState({ id: '', name: '', flag: '' })
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const errors: { readonly [field: string]: string | undefined } = failure === null ? {} : errorsIn(failure)
  const save = async (): Promise<void> => {
    setBusy(true)
    await provider.call(createLanguageCall, draft).then(({ msg }) => onMade(msg), setFailure)
    setBusy(false)
  }
  const box = (field: keyof typeof draft, max: number) => (
    <TextBox
      source={field}
      disabled={busy}
      label={say(`console_texts.${field}`)}
      help={say(`console_texts.${field}_help`)}
      required={field !== 'flag'}
      autoFocus={field === 'id'}
      maxLength={max}
      error={errors[field]}
      text={draft[field]}
      onText={(text) =>
        setDraft({ ...draft, [field]: field === 'id' ? text.toLowerCase().replace(/[^a-z]/g, '') : text })
      }
    />
  )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <KeyLayer>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <DialogTitle id={id} variant="h2">
            {say('console_texts.new')}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
            {box('id', 2)}
            {box('name', 40)}
            {box('flag', 8)}
            {failure !== null && Object.keys(errors).length === 0 && (
              <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
                {failureText(failure, say)}
              </Typography>
            )}
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button color="inherit" onClick={onClose}>
              {say('ra.action.cancel')}
            </Button>
            <Button
              type="submit"
              variant="contained"
              loading={busy}
              disabled={draft.id.length !== 2 || draft.name.trim() === ''}
            >
              {say('ra.action.save')}
            </Button>
          </DialogActions>
        </form>
      </KeyLayer>
    </Dialog>
  )
}
