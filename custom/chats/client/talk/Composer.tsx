import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useRef, useState } from 'react'
import { MessageBox } from '#engine/client'
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

/** The box for a message or a note of a conversation; what is typed stays while another is looked at. */
export function Composer({ id, drafts, autoFocus, closed, onSend }: ComposerProps) {
  const say = useSay()
  const [text, setText] = useState(() => drafts.get(id) ?? '')
  const [note, setNote] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const asNote = note || closed !== null
  const write = (next: string): void => {
    setText(next)
    drafts.set(id, next)
  }
  return (
    <MessageBox
      label={say(asNote ? 'chats.talk.write_note' : 'chats.talk.write')}
      hint={say('chats.talk.hint')}
      text={text}
      onText={write}
      maxLength={MAX_TEXT}
      minRows={1}
      autoFocus={autoFocus}
      sendLabel={say(asNote ? 'chats.talk.save_note' : 'chats.talk.send')}
      onSend={async (sent) => {
        await onSend(sent, asNote)
        setNote(false)
      }}
      notice={closed !== null && <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{closed}</Box>}
      boxRef={box}
      tools={(
        <>
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
        </>
      )}
    />
  )
}
