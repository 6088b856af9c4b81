import { useEffect, useState } from 'react'
import { type ConsoleDataProvider, useProvider } from '#engine/client'
import { baseMapCall } from '../../model/base-map'
import { worldMap, type WorldMap } from './world-map'

// The same for everybody and as old as the server's build: asked once for all maps of a page's life.
let asked: Promise<WorldMap> | null = null

/** The streets and districts at hand; null until they are there (a map without them is only plainer). */
export function useBaseMap(): WorldMap | null {
  const provider = useProvider()
  const [map, setMap] = useState<WorldMap | null>(null)
  useEffect(() => {
    let mounted = true
    const show = (found: WorldMap | null): void => {
      if (mounted) setMap(found)
    }
    void askOnce(provider).then(show)
    return () => void (mounted = false)
  }, [provider])
  return map
}

function askOnce(provider: ConsoleDataProvider): Promise<WorldMap | null> {
  asked ??= provider.call(baseMapCall, {}, { quiet: true }).then(worldMap)
  return asked.catch(() => {
    // The next map asks again.
    asked = null
    return null
  })
}
