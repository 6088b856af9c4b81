import type { WorldPoint } from './world'
import type { WorldMap } from './world-map'

export type NameStyle = 'district' | 'avenue' | 'expressway' | 'sea'

/** A name with its place in pixels of the whole world at one zoom. */
export interface PlacedName {
  readonly text: string
  readonly style: NameStyle
  readonly x: number
  readonly y: number
  /** Radians, text never upside down. */
  readonly angle: number
  readonly width: number
  readonly height: number
}

type Measure = (text: string, style: NameStyle) => number

const HEIGHT: { readonly [style in NameStyle]: number } = { district: 14, avenue: 12, expressway: 12, sea: 15 }
/** Between two names of one street. */
const REPEAT_PX = 520
/** A name fits on a street that bends less than this over its length. */
const STRAIGHT = 1.03
const STREET_FROM_ZOOM = 13
const EXPRESSWAY_FROM_ZOOM = 12
const DISTRICT_ZOOMS = [11, 16] as const

/** Chooses which names are shown at one zoom: districts first, then expressways, then avenues; none over another. */
export function placeNames(map: WorldMap, zoom: number, pixels: number, measure: Measure): readonly PlacedName[] {
  const placed: PlacedName[] = []
  const put = (name: PlacedName): boolean => {
    if (placed.some((other) => overlap(name, other))) return false
    placed.push(name)
    return true
  }
  const flat = (text: string, style: NameStyle, point: WorldPoint): PlacedName => ({
    text,
    style,
    x: point.x * pixels,
    y: point.y * pixels,
    angle: 0,
    width: measure(text, style),
    height: HEIGHT[style],
  })

  for (const point of map.seaLabels) put(flat(map.seaName, 'sea', point))
  if (zoom >= DISTRICT_ZOOMS[0] && zoom <= DISTRICT_ZOOMS[1]) {
    for (const area of map.areas) {
      const name = flat(area.name, 'district', area.label)
      if (name.width < widthOf(area.points) * pixels * 1.1) put(name)
    }
  }
  for (const kind of ['expressway', 'avenue'] as const) {
    if (zoom < (kind === 'expressway' ? EXPRESSWAY_FROM_ZOOM : STREET_FROM_ZOOM)) continue
    for (const street of map.streets.filter((one) => one.kind === kind)) {
      const points = street.points.map(({ x, y }) => ({ x: x * pixels, y: y * pixels }))
      placeAlong(street.name, kind, points, measure(street.name, kind), put)
    }
  }
  return placed
}

/** Tries a name at steps along a line, and leaves a gap after each one placed. */
function placeAlong(
  text: string,
  style: NameStyle,
  points: readonly WorldPoint[],
  width: number,
  put: (name: PlacedName) => boolean,
): void {
  const total = lengthOf(points)
  const step = Math.max(24, width / 3)
  for (let start = Math.min(total - width, step) / 2; start >= 0 && start + width <= total; start += step) {
    const [a, middle, b] = [start, start + width / 2, start + width].map((along) => pointAt(points, along))
    if (!a || !middle || !b) return
    const chord = Math.hypot(b.x - a.x, b.y - a.y)
    if (width > chord * STRAIGHT) continue
    const raw = Math.atan2(b.y - a.y, b.x - a.x)
    const angle = Math.abs(raw) > Math.PI / 2 ? raw - Math.sign(raw) * Math.PI : raw
    if (put({ text, style, x: middle.x, y: middle.y, angle, width, height: HEIGHT[style] })) start += width + REPEAT_PX
  }
}

function pointAt(points: readonly WorldPoint[], along: number): WorldPoint | null {
  let rest = along
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    if (!a || !b) return null
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    if (rest <= length)
      return { x: a.x + ((b.x - a.x) * rest) / (length || 1), y: a.y + ((b.y - a.y) * rest) / (length || 1) }
    rest -= length
  }
  return points[points.length - 1] ?? null
}

const lengthOf = (points: readonly WorldPoint[]): number =>
  points.slice(1).reduce((sum, point, i) => {
    const before = points[i] ?? point
    return sum + Math.hypot(point.x - before.x, point.y - before.y)
  }, 0)

function widthOf(points: readonly WorldPoint[]): number {
  const xs = points.map(({ x }) => x)
  return Math.max(...xs) - Math.min(...xs)
}

/** Names are treated as rows of discs: close enough for rotated boxes, and cheap. */
function overlap(a: PlacedName, b: PlacedName): boolean {
  const halfWidth = (a.width + b.width) / 2 + 24
  if (Math.abs(a.x - b.x) > halfWidth || Math.abs(a.y - b.y) > halfWidth) return false
  const room = (a.height + b.height) / 2 + 4
  return discs(a).some((p) => discs(b).some((q) => Math.hypot(p.x - q.x, p.y - q.y) < room))
}

function discs({ x, y, angle, width, height }: PlacedName): readonly WorldPoint[] {
  const count = Math.max(1, Math.ceil(width / height))
  return Array.from({ length: count + 1 }, (_, i) => {
    const along = (i / count - 0.5) * width
    return { x: x + Math.cos(angle) * along, y: y + Math.sin(angle) * along }
  })
}
