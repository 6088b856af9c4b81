import { useCallback, useState } from 'react'
import { statusOf, useProvider } from '#engine/client'
import { verifyAcceptedCall, type RequestStatus } from '../../../services/model/request-calls'
import { useHear } from '../live/hearing'
import { useInterval_ms } from '../live/interval'
import { usePolling } from '../live/use-polling'

/** Where the search stood when it was last heard of. */
export interface HeardStatus { readonly status: RequestStatus; readonly heard_ms: number }

export interface LiveStatus {
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

/** The search for a service's driver as the server has it: the browser only shows it. */
export function useRequestStatus(id_service: number): LiveStatus {
  const provider = useProvider()
  const [known, setKnown] = useState<HeardStatus | null>(null)
  const [failed, setFailed] = useState<LiveStatus['failed']>(null)
  const heard = known?.status.item.id === id_service ? known : null
  const phase = heard?.status.phase
  const hear = useHear()
  const put = useCallback((status: RequestStatus) => {
    setKnown({ status, heard_ms: Date.now() })
    hear(status.item.id, status.item.version)
  }, [hear])
  const ask = useCallback(async (signal: AbortSignal) => {
    try {
      put((await provider.call(verifyAcceptedCall, { id_service }, { signal, quiet: true })).status)
      setFailed(null)
    } catch (cause) {
      if (signal.aborted) return
      setFailed(statusOf(cause) === 404 || statusOf(cause) === 403 ? 'gone' : 'error')
      throw cause
    }
  }, [provider, id_service, put])
  const interval_ms = useInterval_ms()
  const again = usePolling(ask, phase === undefined || phase === 'verifying' || phase === 'requesting' ? ASKING_MS : interval_ms)
  return { heard, failed, put, again }
}
