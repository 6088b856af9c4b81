import { useEffect, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { useProvider } from '#engine/client'
import { dataClientCall } from '../../model/form-calls'

export type ClientData = CallResponse<typeof dataClientCall>
export type ClientPlace = ClientData['locations'][number]

export interface KnownClient {
  readonly data: ClientData | null
  readonly busy: boolean
  readonly failure: unknown
  readonly retry: () => void
}

/** What is known of the client who is chosen: his places, what he had last, what of his is under way. */
export function useClientData(id_client: number | null, id_service: number | null): KnownClient {
  const provider = useProvider()
  const [turn, setTurn] = useState(0)
  const [known, setKnown] = useState<{ readonly key: string; readonly data: ClientData | null; readonly failure: unknown }>()
  const key = id_client === null ? '' : `${turn}/${id_client}/${id_service ?? ''}`
  useEffect(() => {
    if (!key) return undefined
    const asked = new AbortController()
    const [, client, service] = key.split('/').map(Number)
    provider.call(dataClientCall, { id_client: client ?? 0, ...(service ? { id_service: service } : {}) }, { signal: asked.signal }).then(
      (data) => setKnown({ key, data, failure: null }),
      (failure: unknown) => { if (!asked.signal.aborted) setKnown({ key, data: null, failure }) },
    )
    return () => asked.abort()
  }, [provider, key])
  const current = key && known?.key === key ? known : null
  return { data: current?.data ?? null, busy: key !== '' && !current, failure: current?.failure ?? null, retry: () => setTurn(turn + 1) }
}
