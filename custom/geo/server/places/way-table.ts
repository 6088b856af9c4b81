import { AppError, HOUR_MS } from '#engine/model'
import { type LatLng, straightRoute } from '../../../geometry/model'
import type { WayTable } from '../../model/way-table'
import { activeKeys, type MapKey } from '../map-keys/active-keys'
import { askServices, type AskingContext } from './ask-services'
import type { PlaceMatrix } from './place-service'
import { placesSettings } from './places-settings'

interface Way {
  readonly s: number
  readonly m: number
  readonly until_ms: number
}

/** Some tables of four hundred places; the oldest go first. */
const MAX_KEPT = 400_000
const KEEP_MS = 6 * HOUR_MS
/** Google answers 625 pairs at once. */
const MAX_GOOGLE = 50
/** Who has tables, by `map_keys.provider`. */
const WITH_TABLES: readonly string[] = ['osrm', 'valhalla', 'google']
const kept = new WeakMap<object, Map<string, Way>>()

/**
 * How far places are apart: by the first active map service that has tables (OSRM, Valhalla, Google), else by the local
 * streets, else as straight lines, lengthened; always all by one of them, which is named. Services are asked for parts
 * no larger than `map_table_size` places, and only for what is not known of the last hours. Must not run within a
 * transaction.
 * @throws {AppError} VALIDATION where a service finds no way between two of the places: a table with gaps would be
 * taken for a whole one
 */
export async function servedWayTable(context: AskingContext, places: readonly LatLng[]): Promise<WayTable> {
  if (!places.every(([lat, lng]) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) throw new AppError('VALIDATION')
  const names = places.map(nameOf)
  const doors = [...new Set(names)]
  const points = doors.map((door) => places[names.indexOf(door)] ?? ([0, 0] as const))
  const table = await tableOfDoors(context, doors, points)
  if (doors.length === places.length) return table
  const at = names.map((name) => doors.indexOf(name))
  const spread = (cells: Float64Array): Float64Array =>
    Float64Array.from(
      { length: places.length ** 2 },
      (_, cell) =>
        cells[(at[Math.floor(cell / places.length)] ?? 0) * doors.length + (at[cell % places.length] ?? 0)] ?? 0,
    )
  return { seconds: spread(table.seconds), metres: spread(table.metres), source: table.source }
}

/** Half a metre: the same door. */
const nameOf = ([lat, lng]: LatLng): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

async function tableOfDoors(
  context: AskingContext,
  doors: readonly string[],
  points: readonly LatLng[],
): Promise<WayTable> {
  const key = (await activeKeys(context.db)).find(({ provider }) => WITH_TABLES.includes(provider))
  return (key ? await byService(context, key, doors, points) : null) ?? (await byStreets(context, points))
}

/** The service's ways, asked for part by part; null when it does not answer. */
async function byService(
  context: AskingContext,
  { id, version, provider }: MapKey,
  doors: readonly string[],
  points: readonly LatLng[],
): Promise<WayTable | null> {
  const known = keptOf(context.db)
  const size = doors.length
  const now_ms = context.now().getTime()
  const name = (from: number, to: number): string => `${id}.${version} ${doors[from]} ${doors[to]}`
  const table = {
    seconds: new Float64Array(size * size).fill(NaN),
    metres: new Float64Array(size * size).fill(NaN),
    source: provider,
  }
  const put = (from: number, to: number, s: number, m: number): void => {
    table.seconds[from * size + to] = from === to ? 0 : s
    table.metres[from * size + to] = from === to ? 0 : m
  }
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const way = known.get(name(from, to))
      if (from === to || (way && way.until_ms > now_ms)) put(from, to, way?.s ?? 0, way?.m ?? 0)
    }
  }
  const { table_size } = placesSettings(context.settings)
  const parts = partsOf(
    size,
    Math.max(1, Math.floor(Math.min(table_size, provider === 'google' ? MAX_GOOGLE : Infinity) / 2)),
  )
  const pick = (part: readonly number[]): readonly LatLng[] => part.map((at) => points[at] ?? [0, 0])
  for (const from of parts) {
    for (const to of parts) {
      if (from.every((a) => to.every((b) => !Number.isNaN(table.seconds[a * size + b])))) continue
      const found = await askServices<PlaceMatrix | null>(context, {
        type: 'matrix',
        units: from.length * to.length,
        first: id,
        only: provider,
        ask: (service) => service.matrix?.(pick(from), pick(to)),
      })
      if (!found) return null
      const { answer } = found
      if (!answer) throw new AppError('VALIDATION', { say: 'map.no_way' })
      for (const [row, a] of from.entries()) {
        for (const [column, b] of to.entries()) {
          const [s, m] = [answer.durations_s[row]?.[column] ?? NaN, answer.distances_m[row]?.[column] ?? NaN]
          put(a, b, s, m)
          // Google's terms do not allow storing its answers.
          if (provider !== 'google') keep(known, name(a, b), { s, m, until_ms: now_ms + KEEP_MS })
        }
      }
    }
  }
  return table
}

const partsOf = (size: number, part: number): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(size / part) }, (_, at) =>
    Array.from({ length: Math.min(part, size - at * part) }, (_, k) => at * part + k),
  )

function keptOf(db: object): Map<string, Way> {
  const known = kept.get(db)
  if (known) return known
  const made = new Map<string, Way>()
  kept.set(db, made)
  return made
}

function keep(known: Map<string, Way>, name: string, way: Way): void {
  known.delete(name)
  known.set(name, way)
  const [oldest] = known.keys()
  if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest)
}

async function byStreets({ db, settings }: AskingContext, points: readonly LatLng[]): Promise<WayTable> {
  const { seconds, metres, source } = await (db.context.localMap?.table(settings, points) ?? straightTable(points))
  return { seconds: seconds.map(Math.round), metres: metres.map(Math.round), source }
}

function straightTable(points: readonly LatLng[]): WayTable {
  const cells = points.flatMap((from) => points.map((to) => straightRoute(from, to).route))
  return {
    seconds: Float64Array.from(cells, ({ duration_s }) => duration_s),
    metres: Float64Array.from(cells, ({ distance_m }) => distance_m),
    source: 'straight',
  }
}
