import type { Json, JsonObject } from '#engine/model'
import { DISTRICTS, STREETS } from '../../streets/model'
import { distance_m, type LatLng, METRES_PER_DEGREE } from '../../geometry/model'

/** Districts that the tariff by zones covers, in the order in which its prices are read. */
const COVERED: readonly string[] = [
  'Cercado de Lima',
  'Breña',
  'Jesús María',
  'Lince',
  'Pueblo Libre',
  'Magdalena del Mar',
  'San Isidro',
  'Miraflores',
  'Surquillo',
  'San Borja',
  'La Victoria',
  'San Miguel',
  'Barranco',
  'Santiago de Surco',
]
const COLORS = ['#1565c0', '#2e7d32', '#ef6c00', '#6a1b9a', '#00838f', '#ad1457', '#827717'] as const

/** One zone for each of those districts, with its outline. */
export function zoneRecords(id_tarif: number): readonly { readonly record: JsonObject; readonly middle: LatLng }[] {
  return COVERED.map((name, index) => {
    const outline = outlineOf(name)
    return {
      record: { id_tarif, name, color: COLORS[index % COLORS.length] ?? null, path: ring(outline) },
      middle: middleOf(outline),
    }
  })
}

/** Where drivers wait their turn: name, district, colour. */
const RANKS: readonly (readonly [name: string, district: string, color: string])[] = [
  ['San Isidro', 'San Isidro', '#1565c0'],
  ['Miraflores', 'Miraflores', '#2e7d32'],
]

/** The zones in which drivers wait in the order in which they came. */
export function rankZoneRecords(): readonly JsonObject[] {
  return RANKS.map(([name, district, color]) => ({ name, color, path: ring(outlineOf(district)) }))
}

function outlineOf(name: string): readonly LatLng[] {
  const outline = DISTRICTS.find((district) => district.name === name)?.outline
  if (!outline) throw new Error(`The demo knows no district ${name}.`)
  return outline
}

// A ride is longer than the straight line, and its price a round one.
const DETOUR = 1.35
const [START, EACH_KM, STEP, FARTHEST_KM] = [6, 1.6, 0.5, 14]

/**
 * What a ride costs from each zone to each other, the same in both directions; far pairs have no price of their own and
 * go by distance.
 */
export function priceRecords(
  id_tarif: number,
  zones: readonly { readonly id: number; readonly middle: LatLng }[],
): JsonObject[] {
  return zones.flatMap((from) =>
    zones.flatMap((to): JsonObject[] => {
      const km = (distance_m(from.middle, to.middle) * DETOUR) / 1000
      const amount = Math.round((START + EACH_KM * Math.max(1.5, km)) / STEP) * STEP
      return km > FARTHEST_KM ? [] : [{ id_tarif, id_zone_from: from.id, id_zone_to: to.id, amount }]
    }),
  )
}

/** Toll gates on the expressways: name, street, index of its point, price. */
const TOLLS: readonly (readonly [name: string, street: string, point: number, price: number])[] = [
  ['Peaje Evitamiento', 'Vía de Evitamiento', 12, 7.1],
  ['Peaje Línea Amarilla', 'Vía de Evitamiento', 4, 6.7],
  ['Peaje Monterrico', 'Panamericana Sur', 2, 7.1],
  ['Peaje Panamericana Sur', 'Panamericana Sur', 9, 6.5],
]
const GATE_M = 150

export function tollRecords(): JsonObject[] {
  return TOLLS.map(([name, street, point, price]) => {
    const at = STREETS.find((one) => one.name === street)?.points[point]
    if (!at) throw new Error(`The demo knows no point ${point} of ${street}.`)
    return { name, price, coordinates: ring(squareAround(at)) }
  })
}

function squareAround([lat, lng]: LatLng): readonly LatLng[] {
  const north = GATE_M / METRES_PER_DEGREE
  const east = north / Math.cos((lat * Math.PI) / 180)
  return [
    [lat + north, lng - east],
    [lat + north, lng + east],
    [lat - north, lng + east],
    [lat - north, lng - east],
  ]
}

/** The mean of the corners: near enough to the middle for a made-up price. */
function middleOf(outline: readonly LatLng[]): LatLng {
  const sum = outline.reduce(([lat, lng], corner): LatLng => [lat + corner[0], lng + corner[1]], [0, 0] as LatLng)
  return [sum[0] / outline.length, sum[1] / outline.length]
}

const DEGREES = 1e7
const ring = (corners: readonly LatLng[]): Json =>
  corners.map(([lat, lng]) => ({ lat: rounded(lat), lng: rounded(lng) }))
const rounded = (degrees: number): number => Math.round(degrees * DEGREES) / DEGREES
