import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useCallback, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { COMMENT_FILES, MAX_FILES, type CommentItem, type PersonItem } from '../../../model/people-calls'
import { useFailure } from '../../../ui/failure'
import { useSay } from '../../../ui/show/style'
import { useConsole } from '../../console/console'
import { useProvider } from '../../console/provider'
import { useHeldDraft } from '../../form/use-held-draft'
import { AttachButton } from '../../message/AttachButton'
import { AttachmentList } from '../../message/AttachmentList'
import { useAttachments } from '../../message/use-attachments'
import { errorsIn } from '../../provider/failure'
import { useScope } from '../scope'
import { MentionBox } from './MentionBox'
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
  const held = useHeldDraft(
    { key: `${actor.id}.comment.${resource.name}.${id}.${comment?.id ?? 'new'}`, version: comment?.version ?? 0 },
    firstOf(comment),
  )
  const sending = useAttachments(COMMENT_FILES, {
    max: MAX_FILES,
    tooMany: say('people.file_too_many', { smart_count: MAX_FILES, max: MAX_FILES }),
  })
  const [isOpen, setOpen] = useState(comment?.internal === 0)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<{ readonly [source: string]: string }>({})
  const { body, people } = held.draft
  const internal = isOpen ? 0 : 1
  const find = useCallback(
    async (q: string, signal: AbortSignal) =>
      (await provider.call(calls.mentionable, { id, q, internal }, { signal, quiet: true })).items.map((one) => ({
        id: one.id,
        label: one.name,
      })),
    [provider, calls, id, internal],
  )
  const isEmpty = body.trim() === '' && sending.files.length === 0
  const send = async (): Promise<void> => {
    if (isEmpty || busy || sending.isSending || sending.hasFailed) return
    setBusy(true)
    setErrors({})
    // Who was chosen and then deleted from the text is not meant.
    const files = sending.files.flatMap((file) => file.id ?? [])
    const mentions = people.filter(({ name }) => body.includes(`@${name}`)).map((one) => one.id)
    try {
      if (comment)
        await provider.call(calls.changeComment, { id, comment: comment.id, version: comment.version, body, mentions })
      else await provider.call(calls.comment, { id, body, mentions, files, internal })
      held.restart(firstOf(undefined))
      sending.release(files)
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
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}
    >
      <MentionBox
        label={say('people.write')}
        help={say('people.write_help')}
        value={body}
        error={wrong}
        disabled={busy}
        autoFocus={comment !== undefined}
        find={find}
        onText={(text) => held.change({ body: text })}
        onMention={(person) =>
          held.change((now) => ({ people: [...now.people.filter((one) => one.id !== person.id), person] }))
        }
        onSend={() => void send()}
        onEscape={onCancel}
      />
      <AttachmentList attachments={sending} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        {!comment && (
          <AttachButton
            label={say('people.attach')}
            source="comment-files"
            accept={String(COMMENT_FILES.schema['x-accept'])}
            disabled={busy}
            onFiles={sending.add}
          />
        )}
        {mayOpen && !comment && (
          <FormControlLabel
            sx={{ marginInlineEnd: 0 }}
            control={<Checkbox size="small" checked={isOpen} onChange={(event) => setOpen(event.target.checked)} />}
            label={say('people.open')}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        )}
        <Box sx={{ flex: 1 }} />
        {onCancel && (
          <Button color="inherit" onClick={onCancel}>
            {say('confirm.cancel')}
          </Button>
        )}
        <Button
          type="submit"
          variant="contained"
          disabled={isEmpty || sending.isSending || sending.hasFailed}
          loading={busy}
        >
          {say(comment ? 'people.save' : 'people.send')}
        </Button>
      </Box>
    </Box>
  )
}

const firstOf = (
  comment: CommentItem | undefined,
): { readonly body: string; readonly people: readonly PersonItem[] } => ({
  body: comment?.body ?? '',
  people: comment?.mentions ?? [],
})
