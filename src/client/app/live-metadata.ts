import { useEffect } from 'react'
import type { Engine } from './engine'

/** Name of the event that the development server sends when saved metadata or words are in force. */
const SAVED = 'metadata:saved'

/** In development: takes a saved schema, resource or word into the open page, which stays as it is. */
export function useLiveMetadata(engine: Engine): void {
  useEffect(() => {
    // Vite looks for these very words.
    const hot = import.meta.hot
    if (!hot) return undefined
    const renew = (): void => {
      void engine.words?.renew().then(() => engine.queries.invalidateQueries({ queryKey: ['session'] }))
    }
    hot.on(SAVED, renew)
    return () => hot.off(SAVED, renew)
  }, [engine])
}
