import { useEffect, useState } from 'react'
import { useConsole } from '../../../../src/client/app/console'
import type { Json } from '../../../../src/model/json'

/** Where map images come from, as the settings name it. */
export interface TileSource { readonly url: string; readonly attribution: string; readonly link: string }

/** `none`: the settings name no source; `waiting`: asked, nothing came yet. */
export type TileState = 'none' | 'waiting' | 'shown' | 'unreachable'

// A failed source is tried again when the network comes back, and now and then beside that.
const RETRY_MS = 60_000
/** Errors with no image at all before a source counts as out of reach; one missing image is not enough. */
const ERRORS_BEFORE_GIVING_UP = 3

export function useTileSource(): {
  readonly source: TileSource
  readonly state: TileState
  readonly loaded: () => void
  readonly failed: () => void
} {
  const { config } = useConsole()
  const source = { url: textOf(config['map_tiles_url']), attribution: textOf(config['map_tiles_attribution']), link: textOf(config['map_tiles_link']) }
  const [state, setState] = useState<TileState>(source.url ? 'waiting' : 'none')
  const [errors, setErrors] = useState(0)
  useEffect(() => {
    if (state !== 'unreachable') return undefined
    const again = (): void => {
      setErrors(0)
      setState('waiting')
    }
    const timer = setTimeout(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [state])
  return {
    source,
    state,
    loaded: () => setState('shown'),
    failed: () => {
      setErrors(errors + 1)
      if (state === 'waiting' && errors + 1 >= ERRORS_BEFORE_GIVING_UP) setState('unreachable')
    },
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
