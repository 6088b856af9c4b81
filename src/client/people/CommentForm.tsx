import AttachIcon from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { useCallback, useRef, useState } from 'react'
import type { JsonObject } from '../../model/json'
import { COMMENT_FILES, type CommentItem, type PersonItem } from '../../model/people-calls'
import { useFailure } from '../../ui/failure'
import { HIDDEN } from '../../ui/show/hidden-text'
import { useSay } from '../../ui/show/style'
import { useConsole } from '../app/console'
import { useProvider } from '../app/provider'
import { useHeldDraft } from '../form/use-held-draft'
import { errorsIn } from '../provider/failure'
import { useScope } from '../resource/scope'
import { MentionBox } from './MentionBox'
import { useCommentFiles } from './use-comment-files'
import { usePeopleCalls } from './use-people'

interface CommentFormProps {
  readonly record: JsonObject
  /** The comment that is changed; absent: a new one. */
  readonly comment?: CommentItem
  readonly mayOpen: boolean
  readonly onDone: () => void
  readonly onCancel?: () => void
}

/** Writes a comment: text with mentions, files, and where people beyond the house take part, whether they read it. */
export function CommentForm({ record, comment, mayOpen, onDone, onCancel }: CommentFormProps) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const { actor } = useConsole()
  const { resource } = useScope()
  const { calls, id } = usePeopleCalls(record)
  const held = useHeldDraft({ key: `${actor.id}.comment.${resource.name}.${id}.${comment?.id ?? 'new'}`, version: comment?.version ?? 0 }, firstOf(comment))
  const sending = useCommentFiles()
  const picker = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(comment?.internal === 0)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ readonly [source: string]: string }>({})
  const { body, people } = held.draft
  const internal = isOpen ? 0 : 1
  const find = useCallback(async (q: string, signal: AbortSignal) =>
    (await provider.call(calls.mentionable, { id, q, internal }, { signal, quiet: true })).items.map((one) => ({ id: one.id, label: one.name })), [provider, calls, id, internal])
  const isEmpty = body.trim() === '' && sending.files.length === 0
  const send = async (): Promise<void> => {
    if (isEmpty || busy || sending.isSending) return
    setBusy(true)
    setErrors({})
    // Who was chosen and then deleted from the text is not meant.
    const mentions = people.filter(({ name }) => body.includes(`@${name}`)).map((one) => one.id)
    try {
      if (comment) await provider.call(calls.changeComment, { id, comment: comment.id, version: comment.version, body, mentions })
      else await provider.call(calls.comment, { id, body, mentions, files: sending.files.flatMap((file) => file.id ?? []), internal })
      held.restart(firstOf(undefined))
      sending.clear()
      onDone()
    } catch (error) {
      setErrors(errorsIn(error))
      if (Object.keys(errorsIn(error)).length === 0) fail(error)
    } finally {
      setBusy(false)
    }
  }
  const wrong = errors['body'] ?? errors['mentions'] ?? errors['files'] ?? sending.error
  return (
    <Box component="form" noValidate onSubmit={(event) => { event.preventDefault(); void send() }} sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <MentionBox
        label={say('people.write')} help={say('people.write_help')} value={body} error={wrong} disabled={busy} autoFocus={comment !== undefined} find={find}
        onText={(text) => held.change({ body: text })} onMention={(person) => held.change((now) => ({ people: [...now.people.filter((one) => one.id !== person.id), person] }))}
        onSend={() => void send()} onEscape={onCancel}
      />
      {sending.files.length > 0 && (
        <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
          {sending.files.map((file) => (
            <Chip
              key={file.key} size="small" label={file.id === null ? `${file.name} · ${Math.round(file.share * 100)} %` : file.name} title={say('people.file_remove', { name: file.name })}
              aria-label={say('people.file_remove', { name: file.name })} onDelete={() => sending.drop(file.key)} onClick={() => sending.drop(file.key)}
            />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        {!comment && (
          <>
            <IconButton aria-label={say('people.attach')} title={say('people.attach')} disabled={busy} onClick={() => picker.current?.click()}><AttachIcon fontSize="small" /></IconButton>
            <input
              ref={picker} type="file" multiple tabIndex={-1} aria-hidden style={HIDDEN} data-source="comment-files" accept={String(COMMENT_FILES.schema['x-accept'])}
              onChange={(event) => {
                sending.add([...event.target.files ?? []])
                event.target.value = ''
              }}
            />
          </>
        )}
        {mayOpen && !comment && (
          <FormControlLabel sx={{ marginInlineEnd: 0 }} control={<Checkbox size="small" checked={isOpen} onChange={(event) => setOpen(event.target.checked)} />} label={say('people.open')} slotProps={{ typography: { variant: 'body2' } }} />
        )}
        <Box sx={{ flex: 1 }} />
        {onCancel && <Button color="inherit" onClick={onCancel}>{say('confirm.cancel')}</Button>}
        <Button type="submit" variant="contained" disabled={isEmpty || sending.isSending} loading={busy}>{say(comment ? 'people.save' : 'people.send')}</Button>
      </Box>
    </Box>
  )
}

const firstOf = (comment: CommentItem | undefined): { readonly body: string; readonly people: readonly PersonItem[] } => ({ body: comment?.body ?? '', people: comment?.mentions ?? [] })
