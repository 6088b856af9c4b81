import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useRef, useState } from 'react'
import { AttachButton, AttachmentList, MessageBox, useAttachments } from '#engine/client'
import { useSay } from '#engine/ui'
import { CHAT_FILES, MAX_FILES, MAX_TEXT } from '../../model/chat-wire'
import { AnswersMenu } from './AnswersMenu'
import type { Written } from './use-talk'

interface ComposerProps {
  readonly id: number
  readonly drafts: Map<number, string>
  readonly autoFocus: boolean
  /** Why only notes can be written; null: messages as well. */
  readonly closed: string | null
  readonly onSend: (written: Written) => Promise<void>
}

/** The box for a message or a note of a conversation; what is typed stays while another is looked at. Files are chosen, pasted or dropped, and go with a message. */
export function Composer({ id, drafts, autoFocus, closed, onSend }: ComposerProps) {
  const say = useSay()
  const [text, setText] = useState(() => drafts.get(id) ?? '')
  const [note, setNote] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const attachments = useAttachments(CHAT_FILES, { max: MAX_FILES, tooMany: say('chats.talk.too_many_files', { smart_count: MAX_FILES }) })
  const { files, error, isSending, hasFailed } = attachments
  const asNote = note || closed !== null
  const write = (next: string): void => {
    setText(next)
    drafts.set(id, next)
  }
  const add = (chosen: readonly File[]): void => {
    attachments.add(chosen)
    setTimeout(() => box.current?.focus())
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
        await onSend({ text: sent, asNote, files: asNote ? [] : files.flatMap((file) => file.id ?? []) })
        setNote(false)
        if (!asNote) attachments.clear()
      }}
      notice={closed !== null && <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{closed}</Box>}
      attached={(
        <>
          <AttachmentList attachments={attachments} />
          {error !== undefined && <Box role="alert" sx={{ fontSize: 13, color: 'error.main', mb: 0.5 }}>{error}</Box>}
        </>
      )}
      ready={asNote ? undefined : isSending || hasFailed ? 'wait' : files.length > 0 ? 'along' : undefined}
      onFiles={asNote ? undefined : add}
      boxRef={box}
      tools={(
        <>
          <AttachButton label={say('chats.talk.attach')} source="chat-files" disabled={asNote} onFiles={add} />
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
            // Files go to the person: a note has none.
            control={<Checkbox size="small" checked={asNote} disabled={closed !== null || files.length > 0} onChange={({ target }) => setNote(target.checked)} />}
            label={say('chats.talk.as_note')}
          />
        </>
      )}
    />
  )
}
