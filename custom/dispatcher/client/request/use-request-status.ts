import { useCallback, useEffect, useMemo } from 'react'
import { statusOf, useInterval_ms, useLive, useProvider } from '#engine/client'
import { type RequestStatus, verifyAcceptedCall } from '../../../services/model'
import { useOnNews } from '../live/on-news'

/** The last known state of the search. */
export interface HeardStatus {
  readonly status: RequestStatus
  readonly heard_ms: number
}

interface LiveStatus {
  /** Null until the first answer. */
  readonly heard: HeardStatus | null
  /** `gone`: there is no such service for this user. */
  readonly failed: 'gone' | 'error' | null
  /** What a call has just answered, shown at once. */
  readonly put: (status: RequestStatus) => void
  readonly again: () => void
}

// While a driver is being asked every second counts; else the setting's interval is enough.
const ASKING_MS = 1000
const ASKING: ReadonlySet<string | undefined> = new Set([undefined, 'verifying', 'requesting'])

/** The search for a service's driver as the server has it: the browser only shows it. */
export function useRequestStatus(id_service: number): LiveStatus {
  const provider = useProvider()
  const interval_ms = useInterval_ms()
  const { answer, heard_ms, failure, put, again } = useLive<RequestStatus>(
    ['request_status', id_service],
    async (signal) => (await provider.call(verifyAcceptedCall, { id_service }, { signal, quiet: true })).status,
    { every_ms: (status) => (ASKING.has(status?.phase) ? ASKING_MS : interval_ms) },
  )
  const onNews = useOnNews()
  useEffect(() => {
    if (answer) onNews(answer.item.id, answer.item.version)
  }, [answer, onNews])
  const heard = useMemo(() => answer && { status: answer, heard_ms }, [answer, heard_ms])
  const isGone = statusOf(failure) === 404 || statusOf(failure) === 403
  // The status may belong to another service; then it is ignored.
  const putOwn = useCallback(
    (status: RequestStatus) => {
      if (status.item.id === id_service) put(status)
    },
    [put, id_service],
  )
  return { heard, failed: failure === null ? null : isGone ? 'gone' : 'error', put: putOwn, again }
}
