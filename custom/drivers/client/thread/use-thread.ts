import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { type CallResponse, mayEdit } from '#engine/model'
import { type Live, liveKey, randomKey, useConsole, useLiveCall, useProvider } from '#engine/client'
import { inboxCall, readThreadCall, sendDriverMessageCall, threadCall } from '../../model/messages-call'

/** The inbox, kept current while the page is visible. */
export const useDriverInbox = (): Live<CallResponse<typeof inboxCall>> => useLiveCall(inboxCall, {})

export interface ThreadState {
  readonly thread: CallResponse<typeof threadCall> | null
  readonly failure: unknown
  readonly maySend: boolean
  readonly again: () => void
  /** @throws what the server answers */
  readonly send: (body: string, urgent: boolean) => Promise<void>
}

/**
 * A driver's thread, kept current while the page is visible. For users who may answer the driver, what is shown counts
 * as read.
 */
export function useThread(id_driver: number): ThreadState {
  const provider = useProvider()
  const queries = useQueryClient()
  const maySend = mayEdit(useConsole().actor, { module: 'dispatcher' })
  const { answer: thread, failure, again } = useLiveCall(threadCall, { id_driver })
  const unread = thread?.unread ?? 0
  useEffect(() => {
    if (unread === 0 || !maySend) return
    // If it fails, the next answer tries again.
    provider.call(readThreadCall, { id_driver }).then(
      () => queries.invalidateQueries({ queryKey: liveKey(inboxCall) }),
      () => undefined,
    )
  }, [provider, queries, id_driver, unread, maySend])

  // The same text sent again after a lost answer keeps its key, and so stays one message.
  const sending = useRef<{ readonly body: string; readonly key: string } | null>(null)
  const send = useCallback(
    async (body: string, urgent: boolean) => {
      if (sending.current?.body !== body) sending.current = { body, key: randomKey() }
      await provider.call(sendDriverMessageCall, { id_driver, body, urgent, idempotency: sending.current.key })
      sending.current = null
      await Promise.all(
        [liveKey(threadCall, { id_driver }), liveKey(inboxCall)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
    [provider, queries, id_driver],
  )
  return { thread, failure, maySend, again, send }
}
