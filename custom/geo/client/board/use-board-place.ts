import { useBlocker } from 'react-admin'
import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { AskToClose } from '#engine/client'

/** What a board's address names: the area whose form is open, the dialog that imports areas from files. */
interface BoardPlace {
  /** Null: none; `new`: a new one. */
  readonly area: number | 'new' | null
  /** Null: none; `run` null: a file has yet to be chosen. */
  readonly bring: { readonly run: number | null } | null
}

/**
 * The board's place in the address; a form with changes asks before the user leaves it for another area, another page,
 * or goes back.
 */
export function useBoardPlace() {
  const [search, setSearch] = useSearchParams()
  const asks = useRef<AskToClose | null>(null)
  const onAsk = useCallback((ask: AskToClose | null) => void (asks.current = ask), [])
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      asks.current !== null && (from.pathname !== to.pathname || areaIn(from.search) !== areaIn(to.search)),
  )
  const isAsking = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return
    isAsking.current = true
    void (asks.current?.() ?? Promise.resolve(true)).then((may) => {
      isAsking.current = false
      if (may) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])
  const set = useCallback(
    (name: 'area' | 'import', value: string | null) => {
      setSearch((now) => {
        const next = new URLSearchParams(now)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      })
    },
    [setSearch],
  )
  const area = search.get('area')
  const bring = search.get('import')
  const place: BoardPlace = {
    area: area === 'new' ? 'new' : area !== null && /^\d{1,9}$/.test(area) ? Number(area) : null,
    bring: bring === null ? null : { run: /^\d{1,9}$/.test(bring) ? Number(bring) : null },
  }
  return {
    place,
    onAsk,
    /** After a save there is nothing to ask. */
    saved: useCallback(() => {
      asks.current = null
      set('area', null)
    }, [set]),
    open: useCallback((id: number | 'new' | null) => set('area', id === null ? null : String(id)), [set]),
    bring: useCallback(
      (run: number | null | 'close') => set('import', run === 'close' ? null : run === null ? 'new' : String(run)),
      [set],
    ),
  }
}

const areaIn = (search: string): string | null => new URLSearchParams(search).get('area')
