import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { FailedNotice } from '../../console/FailedNotice'
import type { CallRequest } from '../../../model/call'
import { useProvider } from '../../console/provider'
import { Notice } from '../../../ui/show/Notice'
import { logCall } from './log-call'
import { LogLine, type LogLineProps } from './LogLine'

/** The query of the log; the next page follows from the id of the last line. */
export type LogQuery = Omit<CallRequest<typeof logCall>, 'limit' | 'before'>

interface LogListProps extends Omit<LogLineProps, 'line'> {
  readonly query: LogQuery
  /** Reloads the log when it changes, such as the record's version. */
  readonly stamp?: readonly unknown[]
  /** Lines of a page. */
  readonly limit: number
  readonly empty: string
}

/** Lines of activity, newest first, with a button for older ones. */
export function LogList({ query, stamp = [], limit, empty, ...line }: LogListProps) {
  const translate = useTranslate()
  const provider = useProvider()
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['logs', query, limit, ...stamp],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => provider.call(logCall, { ...query, limit, before: pageParam }, { signal }),
    getNextPageParam: (page) => (page.total_is_exact ? undefined : page.items.at(-1)?.id),
    // The lines of the last query stay until those of this one arrive.
    placeholderData: (before) => before,
    retry: false,
  })
  const lines = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {isPending && (
        <Stack spacing={1} aria-busy>
          {[0, 1, 2, 3, 4].map((row) => (
            <Skeleton key={row} variant="rounded" height={44} />
          ))}
        </Stack>
      )}
      {error && (
        <FailedNotice
          title={translate('detail.error')}
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!isPending && !error && lines.length === 0 && <Notice icon="empty" title={empty} />}
      {!error && lines.length > 0 && (
        <Stack component="ol" spacing={0} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {lines.map((item) => (
            <LogLine key={item.id} line={item} {...line} />
          ))}
        </Stack>
      )}
      {hasNextPage && !error && (
        <Button color="inherit" loading={isFetching} onClick={() => void fetchNextPage()} sx={{ mt: 1 }}>
          {translate('detail.log_more')}
        </Button>
      )}
    </>
  )
}
