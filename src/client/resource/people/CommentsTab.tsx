import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import { useLocation } from 'react-router-dom'
import { useEffect, useRef, useState } from 'react'
import { FailedNotice } from '../../console/FailedNotice'
import type { JsonObject } from '../../../model/json'
import type { CommentItem } from '../../../model/people-calls'
import { useConfirm } from '../../../ui/Confirm'
import { useFailure } from '../../../ui/failure'
import { LiveText } from '../../../ui/show/LiveText'
import { Notice } from '../../../ui/show/Notice'
import { useSay } from '../../../ui/show/style'
import { useCall } from '../../console/use-call'
import { useProvider } from '../../console/provider'
import { logCall, type LogItem } from '../log/log-call'
import { LogLine } from '../log/LogLine'
import { useScope } from '../scope'
import { CommentForm } from './CommentForm'
import { CommentLine } from './CommentLine'
import { useComments } from './use-comments'
import { usePeopleCalls } from './use-people'

const LOG_LINES = 100
/** Lines of the log that tell of what stands here anyway. */
const SAID = ['comment', 'comment_change', 'comment_remove']

type Entry = { readonly at: string; readonly comment: CommentItem } | { readonly at: string; readonly line: LogItem }

/** What people say about a record, the newest last, and on demand what was done to it in between. */
export default function CommentsTab({ record }: { record: JsonObject }) {
  const say = useSay()
  const provider = useProvider()
  const fail = useFailure()
  const { resource } = useScope()
  const { calls, id } = usePeopleCalls(record)
  const { items, failure, mayOpen, more, busy, older, again } = useComments(record)
  const [ask, question] = useConfirm()
  const [editing, setEditing] = useState<number | null>(null)
  const [withLog, setWithLog] = useState(false)
  const hasLog = resource.detail.tabs.some(({ kind }) => kind === 'logs')
  const log = useCall(logCall, withLog ? { target: resource.name, id_target: id, limit: LOG_LINES } : null, {
    quiet: true,
  })
  const meant = Number(new URLSearchParams(useLocation().search).get('comment'))
  const first = items?.[0]?.id
  // A link may lead to a comment of long ago.
  useEffect(() => {
    if (meant > 0 && first !== undefined && meant < first && more && !busy) older()
  }, [meant, first, more, busy, older])
  const remove = async (comment: CommentItem): Promise<void> => {
    if (
      !(await ask({
        title: say('people.remove_ask'),
        text: say('people.remove_text'),
        accept: say('people.remove'),
        danger: true,
      }))
    )
      return
    try {
      await provider.call(calls.removeComment, { id, comment: comment.id })
    } catch (error) {
      fail(error)
    }
    again()
  }
  const lines = (log.answer?.items ?? []).filter(({ type_log }) => !SAID.includes(type_log))
  const from = more ? (items?.[0]?.date_created ?? '') : ''
  const entries: readonly Entry[] = [
    ...(items ?? []).map((comment) => ({ at: comment.date_created, comment })),
    ...(withLog
      ? lines.filter(({ date_created }) => date_created >= from).map((line) => ({ at: line.date_created, line }))
      : []),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <Paper variant="outlined" sx={{ px: 2.5, py: 2, display: 'flex', flexDirection: 'column', gap: 1 }}>
      {hasLog && (
        <FormControlLabel
          sx={{ alignSelf: 'flex-end', marginInlineEnd: 0 }}
          label={say('people.with_activity')}
          slotProps={{ typography: { variant: 'body2' } }}
          control={<Switch size="small" checked={withLog} onChange={(event) => setWithLog(event.target.checked)} />}
        />
      )}
      {failure !== null && items === null && (
        <FailedNotice title={say('detail.error')} failure={failure} onRetry={again} />
      )}
      {items === null && failure === null && (
        <Stack spacing={1} aria-busy>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} variant="rounded" height={52} />
          ))}
        </Stack>
      )}
      {more && (
        <Button color="inherit" loading={busy} onClick={older} sx={{ alignSelf: 'flex-start' }}>
          {say('people.older')}
        </Button>
      )}
      {items?.length === 0 && <Notice icon="empty" title={say('people.empty')} text={say('people.empty_text')} />}
      {entries.length > 0 && (
        <Box
          component="ol"
          aria-label={say(withLog ? 'people.stream' : 'people.comments')}
          sx={{ listStyle: 'none', m: 0, p: 0 }}
        >
          {entries.map((entry) =>
            'line' in entry ? (
              <LogLine key={`line ${entry.line.id}`} line={entry.line} folds />
            ) : (
              <CommentLine
                key={entry.comment.id}
                comment={entry.comment}
                isMeant={entry.comment.id === meant}
                tellsWho={mayOpen}
                editor={
                  editing === entry.comment.id ? (
                    <CommentForm
                      record={record}
                      comment={entry.comment}
                      mayOpen={mayOpen}
                      onDone={() => {
                        setEditing(null)
                        again()
                      }}
                      onCancel={() => setEditing(null)}
                    />
                  ) : null
                }
                onEdit={() => setEditing(entry.comment.id)}
                onRemove={() => void remove(entry.comment)}
              />
            ),
          )}
        </Box>
      )}
      {items !== null && <CommentForm record={record} mayOpen={mayOpen} onDone={again} />}
      <Announcer items={items} />
      {question}
    </Paper>
  )
}

/** Says to who does not see it that somebody else has written. */
function Announcer({ items }: { items: readonly CommentItem[] | null }) {
  const say = useSay()
  const last = items?.at(-1)
  const seen = useRef<number | null>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (items === null) return
    if (seen.current !== null && last && last.id > seen.current && !last.own)
      setText(say('people.new_one', { name: last.user_name }))
    seen.current = last?.id ?? 0
  }, [items, last, say])
  return <LiveText text={text} />
}
