import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Span } from '#engine/model'
import { anyOf, type Db, iso, type Tx } from '#engine/server'
import { timezoneOf } from '../../../fares/server'
import { houseZone } from '../../../ledger/server'
import type { StoreException, StoreFacts } from '../../model/store-open'

/** A store with all that decides whether it takes an order, and how soon. */
export interface StoreRow extends StoreFacts {
  readonly id: number
  readonly name: string
  readonly slug: string | null
  readonly pic: number | null
  readonly description: string | null
  readonly address: string | null
  readonly phone: string | null
  readonly id_branch: number | null
  readonly id_type_store: number | null
  readonly type: string | null
  readonly prep_minutes: number | null
  readonly busy_minutes: number | null
  readonly date_busy: string | null
  readonly auto_accept: boolean
  readonly accept_minutes: number | null
}

/** Stores by their ids, in the order of their names. */
export async function storesOf(db: Db | Tx, ids: readonly number[]): Promise<readonly StoreRow[]> {
  if (ids.length === 0) return []
  const rows = await living(db, 'stores as s')
    .innerJoin('companies as c', 'c.id', 's.id_partner')
    .leftJoin('type_stores as t', 't.id', 's.id_type_store')
    .leftJoin('branches as b', 'b.id', 'c.id_branch')
    .where('s.id', '=', anyOf(ids))
    .select([
      's.id',
      's.name',
      's.slug',
      's.pic',
      's.description',
      's.address',
      's.phone',
      's.store_times',
      's.id_type_store',
      't.name as type',
      'c.id_branch',
      'b.timezone',
      's.prep_minutes',
      's.busy_minutes',
      's.auto_accept',
      's.accept_minutes',
      't.coverage_radius',
      iso('s.date_busy').as('date_busy'),
      iso('s.date_paused').as('date_paused'),
      sql<boolean>`(s.state = '1' and c.state = '1' and c.date_deleted is null and coalesce(t.state, '1') = '1')`.as(
        'active',
      ),
      houseZone.as('house_zone'),
      sql<number | null>`s.point[1]`.as('lat'),
      sql<number | null>`s.point[0]`.as('lng'),
    ])
    .orderBy('s.name')
    .orderBy('s.id')
    .execute()
  const exceptions = await exceptionsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ store_times, timezone, house_zone, coverage_radius, lat, lng, auto_accept, name, ...row }) => ({
    ...row,
    name: name ?? '',
    auto_accept: auto_accept === true,
    hours: (store_times ?? []) as unknown as readonly Span[],
    exceptions: exceptions.get(row.id) ?? [],
    timezone: timezoneOf({ timezone }, { timezone: house_zone }),
    point: lat === null || lng === null ? null : ([lat, lng] as const),
    radius_m: Number(coverage_radius ?? 0),
  }))
}

async function exceptionsOf(
  db: Db | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly StoreException[]>> {
  const found = new Map<number, StoreException[]>()
  if (ids.length === 0) return found
  const rows = await living(db, 'store_exceptions')
    .where('id_store', '=', anyOf(ids))
    .select([
      'id_store',
      'reason',
      sql<string>`date_from::text`.as('date_from'),
      sql<string | null>`date_to::text`.as('date_to'),
      sql<string | null>`to_char(time_start, 'HH24:MI')`.as('time_start'),
      sql<string | null>`to_char(time_end, 'HH24:MI')`.as('time_end'),
    ])
    .orderBy('date_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const { id_store, ...row } of rows) found.set(Number(id_store), [...(found.get(Number(id_store)) ?? []), row])
  return found
}

/** One store; null: it is gone. */
export const storeOf = async (db: Db | Tx, id: number): Promise<StoreRow | null> =>
  (await storesOf(db, [id]))[0] ?? null
