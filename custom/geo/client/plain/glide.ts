import type { Marker } from 'leaflet'
import { greatCircle_m, type LatLng } from '../../../geometry/model'

/** A vehicle takes so long from one known place to the next: shorter than the usual time between two looks. */
const GLIDE_MS = 4000
/** Farther apart than this nobody has seen it drive: it is put there. */
const MAX_GLIDE_M = 1500

/**
 * Moves a mark along from one known place to the next, evenly; at once where people want no motion, or nobody looks.
 */
export function glider(): { to(mark: Marker, at: LatLng, isNew: boolean): void } {
  let frame = 0
  return {
    to(mark, at, isNew) {
      cancelAnimationFrame(frame)
      const { lat, lng } = mark.getLatLng()
      const [toLat, toLng] = at
      const away_m = greatCircle_m([lat, lng], at)
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      if (isNew || isCalm || document.hidden || away_m === 0 || away_m > MAX_GLIDE_M)
        return void mark.setLatLng([toLat, toLng])
      const start = performance.now()
      const step = (now: number): void => {
        const share = Math.min(1, Math.max(0, (now - start) / GLIDE_MS))
        mark.setLatLng([lat + (toLat - lat) * share, lng + (toLng - lng) * share])
        if (share < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    },
  }
}
