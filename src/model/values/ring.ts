/** A vertex in degrees, WGS 84. */
export interface Vertex {
  readonly lat: number
  readonly lng: number
}

/** A district drawn by hand has dozens; a coast line with thousands is not a zone. */
export const MAX_VERTICES = 1000

/** Vertices are stored to a centimetre: seven decimals of a degree, in which all calculations below are exact. */
const SCALE = 1e7

/** A number of degrees with at most seven decimals, without a negative zero. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * SCALE) / SCALE || 0

const isSamePlace = (a: Vertex | undefined, b: Vertex | undefined): boolean => a?.lat === b?.lat && a?.lng === b?.lng

/** The ring without the closing vertex and without vertices that repeat the previous one. */
export function openRing(ring: readonly Vertex[]): readonly Vertex[] {
  const once = ring.filter((vertex, i) => i === 0 || !isSamePlace(vertex, ring[i - 1]))
  return once.length > 1 && isSamePlace(once[0], once.at(-1)) ? once.slice(0, -1) : once
}

/** How many different places the ring names. */
export const countPlaces = (ring: readonly Vertex[]): number =>
  new Set(ring.map(({ lat, lng }) => `${lat},${lng}`)).size

/**
 * The first two sides of an open ring that meet where they should not (they cross, touch, or run back over one
 * another), counted from 1: side 1 leads from the first vertex to the second, the last one back to the first. Null: the
 * ring is simple.
 */
export function crossingSides(ring: readonly Vertex[]): readonly [a: number, b: number] | null {
  const points = ring.map(({ lat, lng }): Point => [Math.round(lng * SCALE), Math.round(lat * SCALE)])
  const sides = points.map((from, i): Side => [from, points[(i + 1) % points.length] ?? from])
  for (const [i, side] of sides.entries()) {
    for (let j = i + 1; j < sides.length; j++) {
      const other = sides[j]
      if (!other) continue
      const isNext = j === i + 1
      const isBefore = i === 0 && j === sides.length - 1
      const meet = isNext ? turnsBack(side, other) : isBefore ? turnsBack(other, side) : doMeet(side, other)
      if (meet) return [i + 1, j + 1]
    }
  }
  return null
}

/**
 * The first side, counted from 1, whose ends lie more than half the earth apart: drawn over the antimeridian, where a
 * plane would have it lead round the other way and the area be everything but what was drawn. Null: none.
 */
export function sideRoundTheEarth(ring: readonly Vertex[]): number | null {
  const at = ring.findIndex(({ lng }, i) => Math.abs(lng - (ring[(i + 1) % ring.length] ?? { lng }).lng) > HALF_TURN)
  return at < 0 ? null : at + 1
}

const HALF_TURN = 180

type Point = readonly [x: number, y: number]
type Side = readonly [from: Point, to: Point]

/** Two consecutive sides meet in their common vertex; anything more means the second runs back over the first. */
function turnsBack([a, b]: Side, [, c]: Side): boolean {
  return turn(a, b, c) === 0 && (isBetween(a, b, c) || isBetween(b, c, a))
}

function doMeet([a, b]: Side, [c, d]: Side): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false
  const [c1, c2, c3, c4] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (c1 * c2 < 0 && c3 * c4 < 0) return true
  if ((c1 === 0 && isBetween(a, b, c)) || (c2 === 0 && isBetween(a, b, d))) return true
  return (c3 === 0 && isBetween(c, d, a)) || (c4 === 0 && isBetween(c, d, b))
}

/** Whether `p`, which lies on the line of a and b, lies between them. */
const isBetween = (a: Point, b: Point, p: Point): boolean =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1])

/** Products of whole numbers up to here are exact in a double. */
const EXACT = 9e15

/** 1: left, -1: right, 0: straight on; exact. */
function turn(a: Point, b: Point, c: Point): number {
  const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]]
  const [left, right] = [bx * cy, by * cx]
  if (Math.abs(left) < EXACT && Math.abs(right) < EXACT) return Math.sign(left - right)
  const exact = BigInt(bx) * BigInt(cy) - BigInt(by) * BigInt(cx)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}
