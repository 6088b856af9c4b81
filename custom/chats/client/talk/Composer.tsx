import SendIcon from '@mui/icons-material/Send'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { failureText } from '#engine/client'
import { useSay } from '#engine/ui'
import { MAX_TEXT } from '../../model/chat-wire'
import { AnswersMenu } from './AnswersMenu'

interface ComposerProps {
  readonly id: number
  readonly drafts: Map<number, string>
  readonly autoFocus: boolean
  /** Why only notes can be written; null: messages as well. */
  readonly closed: string | null
  readonly onSend: (text: string, asNote: boolean) => Promise<void>
}

/** The box for a message or a note. Enter sends, Shift + Enter begins a line; a text that could not be sent stays, with the reason. */
export function Composer({ id, drafts, autoFocus, closed, onSend }: ComposerProps) {
  const say = useSay()
  const [text, setText] = useState(() => drafts.get(id) ?? '')
  const [note, setNote] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const asNote = note || closed !== null
  const write = (next: string): void => {
    setText(next)
    drafts.set(id, next)
  }
  const send = async (): Promise<void> => {
    if (busy || text.trim() === '') return box.current?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await onSend(text.trim(), asNote)
      write('')
      setNote(false)
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
      {closed !== null && <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{closed}</Box>}
      <TextField
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
        inputRef={box}
        label={say(asNote ? 'chats.talk.write_note' : 'chats.talk.write')}
        multiline
        minRows={1}
        maxRows={6}
        fullWidth
        size="small"
        autoFocus={autoFocus}
        error={failure !== null}
        helperText={failure ?? say('chats.talk.hint')}
        slotProps={{ htmlInput: { maxLength: MAX_TEXT } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <AnswersMenu
          id={id}
          disabled={asNote}
          onPick={(answer) => {
            write(text.trim() === '' ? answer : `${text.trimEnd()} ${answer}`)
            setTimeout(() => box.current?.focus())
          }}
        />
        <FormControlLabel
          sx={{ marginInlineEnd: 'auto' }}
          control={<Checkbox size="small" checked={asNote} disabled={closed !== null} onChange={({ target }) => setNote(target.checked)} />}
          label={say('chats.talk.as_note')}
        />
        <Button type="submit" variant="contained" startIcon={<SendIcon />} disabled={busy || text.trim() === ''}>{say(asNote ? 'chats.talk.save_note' : 'chats.talk.send')}</Button>
      </Box>
    </Box>
  )
}
