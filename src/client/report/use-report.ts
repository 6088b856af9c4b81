import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JsonObject } from '../../model/json'
import type { Report } from '../../model/report'
import type { ReportAnswer } from '../../model/report-answer'
import { useReportAsk } from './report-ask'

interface Reported {
  /** The last answer; it stays while the next is awaited. */
  readonly answer: ReportAnswer | null
  readonly failure: unknown
  readonly busy: boolean
  readonly retry: () => void
}

/** The numbers of a report, in one request. */
export function useReport({ path }: Report, query: JsonObject): Reported {
  const ask = useReportAsk()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', path, query],
    queryFn: ({ signal }) => ask(path, { ...query, compare: 1 }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { answer: data ?? null, failure: error, busy: isFetching, retry: () => void refetch() }
}
