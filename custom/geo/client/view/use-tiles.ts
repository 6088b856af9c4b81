import { useEffect, useRef, useState } from 'react'
import { stringOf } from '#engine/model'
import { useConsole } from '#engine/client'

/** Source of the map images, as named in the settings. */
export interface TileSource {
  readonly url: string
  readonly attribution: string
  readonly link: string
}

/**
 * `none`: the settings name no source; `waiting`: requested; `late`: requested, and nothing came for a while;
 * `unreachable`: given up for now.
 */
export type TileState = 'none' | 'waiting' | 'late' | 'shown' | 'unreachable'

interface Tiles {
  readonly source: TileSource
  readonly state: TileState
  readonly loaded: () => void
  readonly failed: () => void
}

// A failed source is tried again when the network comes back, and also from time to time.
const RETRY_MS = 60_000
// Longer than a slow line takes for a first image.
const LATE_MS = 4000
/** Errors with no image at all before a source counts as unreachable; one missing image is not enough. */
const ERRORS_BEFORE_GIVING_UP = 3

export function useTiles(): Tiles {
  const { config } = useConsole()
  const url = stringOf(config['map_tiles_url'])
  const [state, setState] = useState<TileState>(url ? 'waiting' : 'none')
  const errors = useRef(0)
  useEffect(() => {
    if (state === 'waiting') {
      const timer = setTimeout(() => setState('late'), LATE_MS)
      return () => clearTimeout(timer)
    }
    if (state !== 'unreachable') return undefined
    const again = (): void => {
      errors.current = 0
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
    source: { url, attribution: stringOf(config['map_tiles_attribution']), link: stringOf(config['map_tiles_link']) },
    state,
    loaded: () => setState('shown'),
    failed: () => {
      errors.current += 1
      if (errors.current >= ERRORS_BEFORE_GIVING_UP) setState((now) => (now === 'shown' ? now : 'unreachable'))
    },
  }
}
