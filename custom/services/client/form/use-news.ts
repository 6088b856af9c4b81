import { useEffect, useRef, useState } from 'react'
import { useProvider } from '#engine/client'
import type { DispatcherService } from '../../model/dispatcher-service'
import { formCall } from '../../model/form-calls'
import type { ServiceNews } from '../service-form'
import type { ServiceFormData } from './use-form-data'

type Known = Pick<DispatcherService, 'id' | 'version'>

/** What to ask about a service, as a key of its own each time; empty: nothing is new. */
export function newsKey(news: ServiceNews | null, item: Known | null): string {
  if (!news || !item || news.id !== item.id) return ''
  return news.changes > 0 || news.version > item.version ? `${news.version} ${news.changes}` : ''
}

/**
 * Fetches the service once it has moved on outside of the form: otherwise the next save would conflict with the
 * operator's own action.
 * @param isHeld nothing may interrupt now: the form is being saved, or a question about it is open
 * @returns whether it is being fetched
 */
export function useNews(
  news: ServiceNews | null,
  item: Known | null,
  isHeld: boolean,
  onFresh: (fresh: ServiceFormData) => void,
): boolean {
  const provider = useProvider()
  const key = newsKey(news, item)
  // What was done before the form was opened is in what it began with.
  const [ended, setEnded] = useState(news && item && news.version > item.version ? '' : key)
  const id = item?.id ?? null
  const isAsking = key !== '' && key !== ended && !isHeld
  const latest = useRef({ onFresh, version: 0 })
  useEffect(() => {
    latest.current = { onFresh, version: item?.version ?? 0 }
  })
  useEffect(() => {
    if (!isAsking || id === null) return undefined
    const asked = new AbortController()
    provider.call(formCall, { id }, { signal: asked.signal, quiet: true }).then(
      ({ item: fresh, ...rest }) => {
        if (asked.signal.aborted) return
        setEnded(key)
        if (fresh && fresh.version > latest.current.version) latest.current.onFresh({ ...rest, item: fresh })
      },
      // The next save shows what has become of it.
      () => {
        if (!asked.signal.aborted) setEnded(key)
      },
    )
    return () => asked.abort()
  }, [provider, id, key, isAsking])
  return isAsking
}
