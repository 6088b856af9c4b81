import { useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ServiceNews } from '../../../services/client'
import type { OnNews } from '../live/on-news'

/** Adds news of a service to what is known; a version older than the last is no news. */
export function heardOf(known: ServiceNews | null, id: number, version: number | null): ServiceNews {
  const before = known?.id === id ? known : { id, version: 0, changes: 0 }
  if (version === null) return { ...before, changes: before.changes + 1 }
  return version > before.version ? { ...before, version } : before
}

/** The news of the service that the form is about. */
export function useServiceNews(): { readonly news: ServiceNews | null; readonly onNews: OnNews } {
  const open = Number(useParams()['id'])
  const [news, setNews] = useState<ServiceNews | null>(null)
  const onNews = useCallback<OnNews>(
    (id, version) => {
      if (id === open) setNews((known) => heardOf(known, id, version))
    },
    [open],
  )
  return { news, onNews }
}
