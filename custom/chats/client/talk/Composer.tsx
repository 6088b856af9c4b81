import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AttachButton, AttachmentList, MessageBox, useAttachments } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { CHAT_FILES, MAX_CHAT_FILES, MAX_TEXT } from '../../model/chat-wire'
import { AnswersMenu } from './AnswersMenu'
import type { ChatDraft } from './chat-drafts'
import type { ComposedMessage } from './use-talk'

interface ComposerProps {
  readonly id: number
  readonly draft: ChatDraft
  readonly autoFocus: boolean
  /** Why only notes can be written; null: messages as well. */
  readonly closed: string | null
  readonly onSend: (written: ComposedMessage) => Promise<void>
}

/**
 * The box for a message or a note of a conversation; what is typed and attached stays while another is looked at. Files
 * are chosen, pasted or dropped, and go with a message.
 */
export function Composer({ id, draft, autoFocus, closed, onSend }: ComposerProps) {
  const say = useSay()
  const fail = useFailure()
  const text = useSyncExternalStore(draft.watch, draft.text)
  const [note, setNote] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const tooMany = say('chats.talk.too_many_files', { smart_count: MAX_CHAT_FILES })
  const attachments = useAttachments(CHAT_FILES, { max: MAX_CHAT_FILES, tooMany, kept: draft.shelf })
  const { files, error, isSending, hasFailed } = attachments
  const asNote = note || closed !== null
  const send = async (sent: string): Promise<void> => {
    const chosen = asNote ? [] : files.flatMap((file) => file.id ?? [])
    try {
      await onSend({ text: sent, asNote, files: chosen })
    } catch (cause) {
      // Another conversation stands here by now: its box has no place for the reason.
      if (!isHere.current) fail(cause)
      throw cause
    }
    setNote(false)
    draft.shelf.release(chosen)
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
      onText={draft.write}
      maxLength={MAX_TEXT}
      minRows={1}
      autoFocus={autoFocus}
      sendLabel={say(asNote ? 'chats.talk.save_note' : 'chats.talk.send')}
      onSend={send}
      notice={closed !== null && <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>{closed}</Box>}
      attached={
        <>
          <AttachmentList attachments={attachments} />
          {error !== undefined && (
            <Box role="alert" sx={{ fontSize: 13, color: 'error.main', mb: 0.5 }}>
              {error}
            </Box>
          )}
        </>
      }
      ready={asNote ? undefined : isSending || hasFailed ? 'wait' : files.length > 0 ? 'along' : undefined}
      onFiles={asNote ? undefined : add}
      boxRef={box}
      tools={
        <>
          <AttachButton label={say('chats.talk.attach')} source="chat-files" disabled={asNote} onFiles={add} />
          <AnswersMenu
            id={id}
            disabled={asNote}
            onPick={(answer) => {
              draft.write((now) => (now.trim() === '' ? answer : `${now.trimEnd()} ${answer}`))
              setTimeout(() => box.current?.focus())
            }}
          />
          <FormControlLabel
            sx={{ marginInlineEnd: 'auto' }}
            // Files go to the person: a note has none.
            control={
              <Checkbox
                size="small"
                checked={asNote}
                disabled={closed !== null || files.length > 0}
                onChange={({ target }) => setNote(target.checked)}
              />
            }
            label={say('chats.talk.as_note')}
          />
        </>
      }
    />
  )
}
