import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { failureText } from '#engine/client'
import { useSay } from '#engine/ui'

const MOST = 1000

/** The box for a message; a text that could not be sent stays, with the reason. Enter sends, Shift + Enter begins a line. */
export function Composer({ onSend, autoFocus = false }: { onSend: (body: string, urgent: boolean) => Promise<void>; autoFocus?: boolean }) {
  const say = useSay()
  const [body, setBody] = useState('')
  const [urgent, setUrgent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const send = async (): Promise<void> => {
    if (busy || body.trim() === '') return box.current?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await onSend(body.trim(), urgent)
      setBody('')
      setUrgent(false)
    } catch (cause) {
      setFailure(failureText(cause, say))
    }
    setBusy(false)
    box.current?.focus()
  }
  return (
    <Box
      component="form"
      sx={{ display: 'flex', flexDirection: 'column', gap: 0.5 }}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        value={body}
        onChange={({ target }) => setBody(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
        inputRef={box}
        label={say('drivers.messages.write')}
        multiline
        minRows={2}
        maxRows={5}
        fullWidth
        size="small"
        autoFocus={autoFocus}
        error={failure !== null}
        helperText={failure}
        slotProps={{ htmlInput: { maxLength: MOST } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <FormControlLabel
          sx={{ marginInlineEnd: 'auto' }}
          control={<Checkbox size="small" checked={urgent} onChange={({ target }) => setUrgent(target.checked)} />}
          label={say('drivers.messages.urgent')}
        />
        <Button type="submit" variant="contained" startIcon={<SendIcon />} disabled={busy || body.trim() === ''}>{say('drivers.messages.send')}</Button>
      </Box>
    </Box>
  )
}
