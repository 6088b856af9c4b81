import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSay } from '../../ui/show/style'
import { failureText } from '../provider/failure'

export interface MessageBoxProps {
  readonly label: string
  readonly hint?: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Characters. */
  readonly maxLength: number
  /** Lines when it is empty. */
  readonly minRows: number
  readonly autoFocus: boolean
  readonly sendLabel: string
  /** Sends the text without the spaces around it; the box is emptied once it has gone. */
  readonly onSend: (text: string) => Promise<void>
  /** Above the box. */
  readonly notice?: ReactNode
  /** Beside the button. */
  readonly tools: ReactNode
  /** For who brings the user back to the box. */
  readonly boxRef?: RefObject<HTMLTextAreaElement | null>
}

/** The box in which a message is written. Enter sends, Shift + Enter begins a line; a text that could not be sent stays, with the reason. */
export function MessageBox({ label, hint, text, onText, maxLength, minRows, autoFocus, sendLabel, onSend, notice, tools, boxRef }: MessageBoxProps) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const own = useRef<HTMLTextAreaElement>(null)
  const box = boxRef ?? own
  const send = async (): Promise<void> => {
    if (busy || text.trim() === '') return box.current?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await onSend(text.trim())
      onText('')
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
      {notice}
      <TextField
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
        inputRef={box}
        label={label}
        multiline
        minRows={minRows}
        maxRows={6}
        fullWidth
        size="small"
        autoFocus={autoFocus}
        error={failure !== null}
        helperText={failure ?? hint}
        slotProps={{ htmlInput: { maxLength } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {tools}
        <Button type="submit" variant="contained" startIcon={<SendIcon />} disabled={busy || text.trim() === ''}>{sendLabel}</Button>
      </Box>
    </Box>
  )
}
