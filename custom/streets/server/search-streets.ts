import type { CallContext } from '#engine/server'
import { districtAt, labelPoint } from '../model/district-at'
import { DISTRICTS } from '../model/districts'
import { distance_m, type LatLng } from '../../geometry/model'
import { askedWords, crossingTexts, fitting, tellingWords } from '../../geo/model'
import { idAt, type Found } from '../../geo/server'
import type { StreetNames } from './street-names'

type Say = CallContext['say']

const RANK = { crossing: 1, street: 2, district: 3 } as const
/**
 * Limit of streets that either side of a crossing may mean; a name that fits much less than the best one is another
 * street.
 */
const MAX_SIDES = 12
const AS_GOOD = 0.2
/** Two carriageways cross two others in four nodes, but it is one crossing. */
const ONE_CROSSING_M = 150
const MAX_CROSSINGS = 10

/** Streets, districts and crossings of streets for the typed text; for streets that do not meet, each of them. */
export function searchStreets(names: StreetNames, text: string, near: LatLng | null, say: Say): readonly Found[] {
  const whole = searchWhole(names, text, near, say)
  return whole.length > 0
    ? whole
    : crossingTexts(text)
        .flat()
        .flatMap((side) => searchWhole(names, side, near, say))
}

function searchWhole(names: StreetNames, text: string, near: LatLng | null, say: Say): readonly Found[] {
  const fit = fitting(askedWords(text))
  const streets = names.streets.flatMap((street) => {
    const found = fit(street)
    if (!found) return []
    const title = found.number === null ? street.title : `${street.title} ${found.number}`
    const hint = found.number === null ? {} : { hint: say('places.number_unplaced') }
    return spot(title, title, street.district, street.point, found.score, RANK.street).map((one) => ({
      ...one,
      ...hint,
    }))
  })
  const areas = DISTRICTS.flatMap((district) => {
    const found = fit({ name: tellingWords(district.name), place: [] })
    return found && found.number === null
      ? spot(district.name, null, district.name, labelPoint(district), found.score, RANK.district)
      : []
  })
  return [...streets, ...areas, ...crossings(names, text, near, say)]
}

function crossings(names: StreetNames, text: string, near: LatLng | null, say: Say): readonly Found[] {
  return crossingTexts(text)
    .flatMap(([left, right]) => {
      const [ours, theirs] = [sides(names, left), sides(names, right)]
      return ours.flatMap((a) =>
        theirs.flatMap((b) => {
          if (a.title === b.title) return []
          const name = say('places.crossing', { a: a.title, b: b.title })
          return meetings(names, a.title, b.title, near).flatMap((point) =>
            // A text that names two streets that meet means their crossing.
            spot(name, name, districtAt(point), point, Math.min(a.score, b.score) + 0.1, RANK.crossing),
          )
        }),
      )
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_CROSSINGS)
}

/** Streets by one side of a crossing, the best first, each name once. */
function sides({ streets }: StreetNames, text: string): readonly { readonly title: string; readonly score: number }[] {
  const fit = fitting(askedWords(text))
  const best = new Map<string, number>()
  for (const street of streets) {
    const found = fit(street)
    if (found && found.number === null) best.set(street.title, Math.max(found.score, best.get(street.title) ?? 0))
  }
  const sorted = [...best].map(([title, score]) => ({ title, score })).sort((a, b) => b.score - a.score)
  return sorted.filter(({ score }) => score >= (sorted[0]?.score ?? 0) - AS_GOOD).slice(0, MAX_SIDES)
}

/** Where two streets meet, the nearest first. */
function meetings({ nodes }: StreetNames, a: string, b: string, near: LatLng | null): readonly LatLng[] {
  const theirs = nodes.get(b)
  const common = [...(nodes.get(a) ?? [])].flatMap(([node, point]) => (theirs?.has(node) ? [point] : []))
  const sorted = near ? common.toSorted((x, y) => distance_m(x, near) - distance_m(y, near)) : common
  const isNew = (kept: readonly LatLng[], point: LatLng): boolean =>
    kept.every((one) => distance_m(one, point) >= ONE_CROSSING_M)
  return sorted.reduce<LatLng[]>((kept, point) => (isNew(kept, point) ? [...kept, point] : kept), [])
}

function spot(
  name: string,
  street: string | null,
  district: string | null,
  point: LatLng,
  score: number,
  rank: number,
): Found[] {
  const address = [street, district].filter((part) => part !== null).join(', ')
  return [{ id: idAt({ name, address, point }), name, address, point, score, rank }]
}
