import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSay } from '../../ui/show/style'
import { failureText } from '../provider/failure'
import { restAfter } from './rest-after'

export interface MessageBoxProps {
  readonly label: string
  readonly hint?: string
  readonly text: string
  /** Takes the text, or what becomes of the one that is there by then. */
  readonly onText: (next: string | ((now: string) => string)) => void
  /** Characters. */
  readonly maxLength: number
  /** Lines when it is empty. */
  readonly minRows: number
  readonly autoFocus: boolean
  readonly sendLabel: string
  /** Sends the text without the spaces around it; once it has gone, only what was typed meanwhile is left. */
  readonly onSend: (text: string) => Promise<void>
  /** Above the box. */
  readonly notice?: ReactNode
  /** What goes along, by which it may be sent without a text. */
  readonly attached?: ReactNode
  /** Whether it may go as it is: absent with a text, `along` also without one, `wait` not yet. */
  readonly ready?: 'along' | 'wait'
  /** Files that are pasted or dropped on the box. */
  readonly onFiles?: (files: readonly File[]) => void
  /** Beside the button. */
  readonly tools: ReactNode
  /** For who brings the user back to the box. */
  readonly boxRef?: RefObject<HTMLTextAreaElement | null>
}

/**
 * The box in which a message is written. Enter sends, Shift + Enter begins a line; a text that could not be sent stays,
 * with the reason.
 */
export function MessageBox(props: MessageBoxProps) {
  const { label, hint, text, onText, maxLength, minRows, autoFocus, sendLabel, onSend, tools } = props
  const { notice, attached, ready, onFiles, boxRef } = props
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const own = useRef<HTMLTextAreaElement>(null)
  const box = boxRef ?? own
  const isHeld = busy || ready === 'wait' || (text.trim() === '' && ready !== 'along')
  const take = (event: { preventDefault: () => void }, given: DataTransfer): void => {
    const files = [...given.files]
    if (!onFiles || files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  const send = async (): Promise<void> => {
    if (isHeld) return box.current?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await onSend(text.trim())
      onText(restAfter(text))
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
      onPaste={(event) => take(event, event.clipboardData)}
      onDragOver={(event) => {
        if (onFiles) event.preventDefault()
      }}
      onDrop={(event) => take(event, event.dataTransfer)}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {notice}
      {attached}
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
        <Button type="submit" variant="contained" startIcon={<SendIcon />} disabled={isHeld}>
          {sendLabel}
        </Button>
      </Box>
    </Box>
  )
}
