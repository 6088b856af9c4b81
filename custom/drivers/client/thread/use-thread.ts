import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { type CallResponse, mayEdit } from '#engine/model'
import { useConsole, useProvider } from '#engine/client'
import { inboxCall, readThreadCall, sendMessageCall, threadCall } from '../../model/messages-call'
import { useInterval_ms } from '../interval'

const INBOX = ['driver_messages', 'inbox'] as const

/** The inbox, asked again while the page is seen. */
export function useInbox() {
  const provider = useProvider()
  const refetchInterval = useInterval_ms()
  return useQuery({
    queryKey: INBOX, refetchInterval, refetchOnWindowFocus: 'always',
    queryFn: ({ signal }) => provider.call(inboxCall, {}, { signal, quiet: true }),
  })
}

export interface ThreadState {
  readonly thread: CallResponse<typeof threadCall> | undefined
  readonly failure: unknown
  readonly maySend: boolean
  readonly again: () => void
  /** @throws what the server answers */
  readonly send: (body: string, urgent: boolean) => Promise<void>
}

/** What a driver and the operators wrote, asked again while the page is seen. Whoever may answer him has read what he sees. */
export function useThread(id_driver: number): ThreadState {
  const provider = useProvider()
  const queries = useQueryClient()
  const maySend = mayEdit(useConsole().actor, { module: 'dispatcher' })
  const refetchInterval = useInterval_ms()
  const { data: thread, error, refetch } = useQuery({
    queryKey: ['driver_messages', 'thread', id_driver], refetchInterval, refetchOnWindowFocus: 'always',
    queryFn: ({ signal }) => provider.call(threadCall, { id_driver }, { signal, quiet: true }),
  })
  const unread = thread?.unread ?? 0
  useEffect(() => {
    if (unread === 0 || !maySend) return
    // If it fails the next answer brings it here again.
    provider.call(readThreadCall, { id_driver }).then(() => queries.invalidateQueries({ queryKey: INBOX }), () => undefined)
  }, [provider, queries, id_driver, unread, maySend])

  // The same text sent again after a lost answer keeps its key, and so stays one message.
  const sending = useRef<{ readonly body: string; readonly key: string } | null>(null)
  const again = useCallback(() => void refetch(), [refetch])
  const send = useCallback(async (body: string, urgent: boolean) => {
    if (sending.current?.body !== body) sending.current = { body, key: newKey() }
    await provider.call(sendMessageCall, { id_driver, body, urgent, idempotency: sending.current.key })
    sending.current = null
    await Promise.all([refetch(), queries.invalidateQueries({ queryKey: INBOX })])
  }, [provider, queries, id_driver, refetch])
  return { thread, failure: error, maySend, again, send }
}

// Pages without TLS have no randomUUID.
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
