import { isObject, type Json, readAskedArea, readBoxValues } from '#engine/model'
import type { LatLng } from '../../../geometry/model'
import { valueOfRing } from '../polygon/ring-value'
import type { SeenBox } from '../rows/map-seen'

/**
 * The ring that a list is filtered by, as a drawing begins with it: its area, or the box that a number on a map has
 * set; null: neither.
 */
export function ringAsked(asked: Json): Json {
  const { area = null, box = null } = isObject(asked) ? asked : {}
  const read = readAskedArea(area)
  if ('ring' in read) return read.ring.map(({ lat, lng }) => ({ lat, lng }))
  const given = Array.isArray(box) ? readBoxValues(box) : null
  // Beyond the date line no ring can be drawn.
  return given && given.west < given.east ? valueOfRing(ringOfSeen(given)) : null
}

/** The rectangle of what a map shows, within the one world. */
export function ringOfSeen({ west, south, east, north }: Omit<SeenBox, 'zoom'>): readonly LatLng[] {
  const [left, right] = [Math.max(-180, west), Math.min(180, east)]
  const [down, up] = [Math.max(-90, south), Math.min(90, north)]
  return [
    [up, left],
    [up, right],
    [down, right],
    [down, left],
  ]
}
