import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isCalendarDate } from '#engine/model'
import type { TrackAskedFor } from './use-track'

/** What the address asks for, and how to ask for something else; null: nothing yet. */
export function useAskedTrack(): { readonly asked: TrackAskedFor | null; readonly set: (next: TrackAskedFor) => void } {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const asked = useMemo((): TrackAskedFor | null => {
    const read = new URLSearchParams(text)
    const id_service = idOf(read.get('id_service'))
    if (id_service !== null) return { id_service }
    const id_user = idOf(read.get('id_user'))
    return id_user === null ? null : { id_user, ...dayOf('date_from', read), ...dayOf('date_to', read) }
  }, [text])
  const set = (next: TrackAskedFor): void =>
    setParams(new URLSearchParams(Object.entries(next).map(([name, value]) => [name, String(value)])), {
      replace: true,
    })
  return { asked, set }
}

function idOf(text: string | null): number | null {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

function dayOf(name: 'date_from' | 'date_to', params: URLSearchParams) {
  const day = params.get(name)
  return day !== null && isCalendarDate(day) ? { [name]: day } : {}
}
