import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Db } from '#engine/server'
import { type LatLng, zoneIndex, type ZoneIndex } from '../../geometry/model'

/** A zone of the search: where a pick-up lies, or one that follows. */
export interface SearchZone {
  readonly id: number
  readonly name: string
}

interface Zone extends SearchZone {
  readonly id_branch: number | null
  readonly next: readonly number[]
}

interface Zones {
  /** Of what was read; another one: read again. */
  readonly stamp: string
  readonly byId: ReadonlyMap<number, Zone>
  readonly index: ZoneIndex<Zone & { readonly ring: readonly LatLng[] }>
}

const known = new WeakMap<Db, Zones>()

/** The zones in use, read again when one of them was changed. */
export async function rankZones(db: Db): Promise<Zones> {
  const { stamp } = await living(db, 'rank_zones')
    .select(sql<string>`concat_ws(' ', count(*), sum(version), max(id))`.as('stamp'))
    .where('state', '=', '1')
    .executeTakeFirstOrThrow()
  const before = known.get(db)
  if (before?.stamp === stamp) return before
  const zones = await readZones(db)
  const now = { stamp, byId: new Map(zones.map((zone) => [zone.id, zone])), index: zoneIndex(zones) }
  known.set(db, now)
  return now
}

async function readZones(db: Db): Promise<readonly (Zone & { readonly ring: readonly LatLng[] })[]> {
  const rows = await living(db, 'rank_zones')
    .where('state', '=', '1')
    .select(['id', 'name', 'id_branch', 'id_next_1', 'id_next_2', 'id_next_3', sql<string>`path::text`.as('path')])
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, id_branch, id_next_1, id_next_2, id_next_3, path }) => ({
    id,
    name,
    id_branch,
    ring: zoneRing(path),
    next: [id_next_1, id_next_2, id_next_3].flatMap((one) => one ?? []),
  }))
}

// As PostgreSQL writes a polygon: ((x,y),(x,y)), x the longitude.
export function zoneRing(path: string): [lat: number, lng: number][] {
  const numbers = path.replace(/[()]/g, '').split(',').map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i + 1] ?? 0, numbers[2 * i] ?? 0])
}

/** The zone that a pick-up lies in, then those that follow it; none: it lies in no zone. */
export async function zonesOfPickup(db: Db, origin: LatLng, id_branch: number | null): Promise<readonly SearchZone[]> {
  const { byId, index } = await rankZones(db)
  const first = index
    .all(origin)
    .find((zone) => zone.id_branch === null || id_branch === null || zone.id_branch === id_branch)
  if (!first) return []
  return [...new Set([first.id, ...first.next])]
    .flatMap((id) => byId.get(id) ?? [])
    .map(({ id, name }) => ({ id, name }))
}
