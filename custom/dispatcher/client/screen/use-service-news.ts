import { useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ServiceNews } from '../../../services/client'
import type { Hear } from '../live/hearing'

/** What is known after something more was heard of a service; an older version than the last is no news. */
export function heardOf(known: ServiceNews | null, id: number, version: number | null): ServiceNews {
  const before = known?.id === id ? known : { id, version: 0, changes: 0 }
  if (version === null) return { ...before, changes: before.changes + 1 }
  return version > before.version ? { ...before, version } : before
}

/** What the board hears of the service that its form is about. */
export function useServiceNews(): { readonly news: ServiceNews | null; readonly hear: Hear } {
  const open = Number(useParams()['id'])
  const [news, setNews] = useState<ServiceNews | null>(null)
  const hear = useCallback<Hear>((id, version) => {
    if (id === open) setNews((known) => heardOf(known, id, version))
  }, [open])
  return { news, hear }
}
