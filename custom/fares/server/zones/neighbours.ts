import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import type { LatLng } from '../../../geo/model/lat-lng'

export interface Neighbour {
  readonly id: number
  readonly name: string
  readonly ring: readonly LatLng[]
}

/** Zones of a tariff whose box meets that of a ring; the tariff stays locked until the end, so that two writers see each other's zones. */
export async function neighbours(tx: Tx, id_tarif: number, ring: readonly LatLng[], except: number): Promise<readonly Neighbour[]> {
  await sql`select 1 from tarifs where id = ${id_tarif} for update`.execute(tx)
  const corners = `(${ring.map(([lat, lng]) => `(${lng},${lat})`).join(',')})`
  const { rows } = await sql<{ id: number; name: string; path: string }>`
    select id, name, path::text as path from zones
    where id_tarif = ${id_tarif} and id <> ${except} and date_deleted is null and box(path) && box(${corners}::polygon)`.execute(tx)
  return rows.map(({ id, name, path }) => ({ id: Number(id), name, ring: ringOfText(path) }))
}

/** PostgreSQL's `((x,y),(x,y))`: x is the longitude. */
function ringOfText(path: string): readonly LatLng[] {
  const numbers = path.replace(/[()]/g, '').split(',').map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, i): LatLng => [numbers[2 * i + 1] ?? 0, numbers[2 * i] ?? 0])
}
