import { useEffect, useState } from 'react'
import { crossingSides } from '#engine/model'
import type { LatLng } from '../../../geometry/model'
import { needsConsent } from '../../model/zones/overlap-limit'

interface SharedArea {
  readonly id: number
  readonly name: string
  readonly m2: number
  readonly shapes: readonly (readonly LatLng[])[]
}

interface Other {
  readonly id: number
  readonly name: string
  readonly ring: readonly LatLng[]
}

/** What a ring shares with other areas, where that needs consent; the geometry library is loaded when it is needed. */
export function useOverlaps(ring: readonly LatLng[], areas: readonly Other[], except: number): readonly SharedArea[] {
  const [found, setFound] = useState<readonly SharedArea[]>(NO_AREAS)
  useEffect(() => {
    let current = true
    const show = (next: readonly SharedArea[]) => {
      if (current) setFound((now) => (now.length === 0 && next.length === 0 ? now : next))
    }
    const others = areas.filter(({ id }) => id !== except)
    if (others.length === 0 || ring.length < 3 || crossingSides(ring.map(([lat, lng]) => ({ lat, lng }))))
      show(NO_AREAS)
    else {
      void import('../../../geometry/model/find-overlaps').then(({ findOverlaps }) => {
        const own = { id: except, name: '', ring }
        show(
          findOverlaps([own, ...others], { changed: new Set([own]) })
            .filter(needsConsent)
            .map(({ b: { id, name }, m2, shapes }) => ({ id, name, m2, shapes })),
        )
      })
    }
    return () => {
      current = false
    }
  }, [ring, areas, except])
  return found
}

const NO_AREAS: readonly SharedArea[] = []
