import { useMemo } from 'react'
import type { MarkEntry } from './MarkList'
import type { Mark } from './mark'
import { isInSeenBox, type SeenBox } from './map-seen'
import { ringMiddle, type Drawn } from './marks-of'

/** What is drawn in view, in reading order: from north to south, then from west to east. */
export function useEntries(
  drawn: Drawn,
  seen: SeenBox | null,
  describe: (mark: Mark) => { readonly title: string; readonly text: string },
): readonly MarkEntry[] {
  const placed = useMemo(() => {
    if (!seen) return []
    const areas = drawn.areas.map(({ id, colour, ring }): Mark => {
      const [lat, lng] = ringMiddle(ring)
      return { id, colour, lat, lng, n: 1, shape: 'square' }
    })
    return [...drawn.marks, ...areas]
      .filter(({ lat, lng }) => isInSeenBox(seen, lat, lng))
      .sort((a, b) => b.lat - a.lat || a.lng - b.lng)
  }, [drawn, seen])
  return useMemo(
    () =>
      placed.map(
        (mark): MarkEntry => ({ id: mark.id, colour: mark.colour, shape: mark.shape, n: mark.n, ...describe(mark) }),
      ),
    [placed, describe],
  )
}
