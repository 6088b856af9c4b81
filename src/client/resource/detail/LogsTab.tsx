import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../../model/json'
import { useProvider } from '../../app/provider'
import { Notice } from '../../ui/Notice'
import { captionOf, messageOf } from '../failure-text'
import { useScope } from '../scope'
import { logCall } from './log-call'
import { LogLine } from './LogLine'

// Spec 1 §9: the activity log shows 20.
const LINES = 20

/** Who did what to the record, when, and what it was before. */
export function LogsTab({ record }: { record: JsonObject }) {
  const translate = useTranslate()
  const provider = useProvider()
  const { resource } = useScope()
  const id = Number(record['id'])
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    // The version makes the log anew after every change.
    queryKey: [resource.name, 'logs', id, record['version'], record['state']],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      provider.call(logCall, { target: resource.name, id_target: id, limit: LINES, before: pageParam }, { signal }),
    getNextPageParam: (page) => (page.total_is_exact ? undefined : page.items.at(-1)?.id),
    retry: false,
  })
  const lines = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Paper variant="outlined" sx={{ px: 2.5, py: 2 }}>
      {isPending && (
        <Stack spacing={1} aria-busy>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} variant="rounded" height={44} />
          ))}
        </Stack>
      )}
      {error && (
        <Notice
          icon="error"
          title={translate('detail.error')}
          text={messageOf(error) ?? translate('errors.default')}
          caption={captionOf(error)}
          action={
            <Button variant="outlined" color="inherit" loading={isFetching} onClick={() => void refetch()}>
              {translate('list.retry')}
            </Button>
          }
        />
      )}
      {!isPending && !error && lines.length === 0 && <Notice icon="empty" title={translate('detail.logs_empty')} />}
      {lines.length > 0 && (
        <Stack component="ol" spacing={0} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map((line) => (
            <LogLine key={line.id} line={line} />
          ))}
        </Stack>
      )}
      {hasNextPage && (
        <Button color="inherit" loading={isFetching} onClick={() => void fetchNextPage()} sx={{ mt: 1 }}>
          {translate('detail.log_more')}
        </Button>
      )}
    </Paper>
  )
}
