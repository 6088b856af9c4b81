import { type RawBuilder, sql } from 'kysely'
import type { Json } from '#engine/model'
import { raisedIn, type Tx } from '#engine/server'

/** What a deed of an operator may change of a ride. */
const OF_THE_RIDE = [
  'state',
  'driverless',
  'id_driver',
  'id_vehicle',
  'keep_searching',
  'date_keep_until',
  'date_driver_lost',
  'id_fare',
  'price_cancel',
  'cancel_by',
  'cancel_reason',
  'cancel_code',
  'outcome',
  'cancel_from',
  'missed',
  'time_offer',
  'time_accept',
  'time_pickup',
  'time_late',
  'distance_empty',
  'time_approach',
  'date_first_requested',
  'date_requested',
  'date_unassigned',
  'date_accepted',
  'date_onway',
  'date_waiting',
  'date_canceled',
  'date_handed_over',
  'handover_point',
  'handover_address',
] as const

interface Beside {
  readonly table: string
  readonly columns: readonly string[]
  readonly where: (id: number) => RawBuilder<boolean>
  /** The deed itself may have made rows, which go with it. */
  readonly made?: true
}

const ofService = (id: number): RawBuilder<boolean> => sql<boolean>`id_service = ${id} and date_deleted is null`

/** What a deed may change beside it. */
const BESIDE: readonly Beside[] = [
  { table: 'service_stops', columns: ['date_reached', 'date_left', 'wait_s'], where: ofService },
  {
    table: 'service_offers',
    columns: ['state', 'date_answered'],
    where: (id) => sql`${ofService(id)} and state = 'accepted'`,
  },
  {
    table: 'service_assignments',
    columns: ['state', 'date_answered'],
    where: (id) => sql`${ofService(id)} and state in ('pending', 'accepted')`,
  },
  {
    table: 'service_validations',
    columns: ['state', 'date_answered'],
    where: (id) => sql`${ofService(id)} and state = 'pending'`,
  },
  {
    table: 'service_legs',
    columns: ['date_end', 'point', 'address', 'distance', 'duration', 'reason', 'notes', 'id_user'],
    where: ofService,
    made: true,
  },
  {
    table: 'promotion_uses',
    columns: ['date_deleted'],
    where: (id) => sql`id_fare = (select s.id_fare from services s where s.id = ${id}) and date_deleted is null`,
  },
]

/** A ride as it stood: columns as PostgreSQL writes them in JSON. */
export interface RideStanding {
  readonly ride: { readonly [column: string]: Json }
  readonly beside: { readonly [table: string]: readonly { readonly [column: string]: Json }[] }
}

/** Reads how a ride stands. The caller has its lock. */
export async function rideStanding(tx: Tx, id: number): Promise<RideStanding> {
  const beside = BESIDE.map(
    ({ table, columns, where }) => sql`${table}::text, (
    select coalesce(jsonb_agg(${built(['id', ...columns])}), '[]'::jsonb) from ${sql.table(table)} where ${where(id)})`,
  )
  const {
    rows: [row],
  } = await sql<{ stood: string }>`
    select jsonb_build_object('ride', ${built(OF_THE_RIDE)}, 'beside', jsonb_build_object(${sql.join(beside)}))::text as
      stood from services where id = ${id}`.execute(tx)
  return JSON.parse(row?.stood ?? '{"ride":{},"beside":{}}') as RideStanding
}

const built = (columns: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((column) => [sql`${column}::text`, sql.ref(column)]))})`

/**
 * Puts a ride back as it stood, and what is beside it, if its version is still this one.
 * @returns its version now; null: it is another one
 */
export async function putBack(
  tx: Tx,
  { id, version, now }: { readonly id: number; readonly version: number; readonly now: Date },
  { ride, beside }: RideStanding,
): Promise<number | null> {
  const columns = OF_THE_RIDE.map((column) => sql.ref(column))
  const {
    rows: [row],
  } = await sql<{ version: number }>`
    update services set (${sql.join(columns)}) = (select ${sql.join(columns)}
      from jsonb_populate_record(null::services, ${JSON.stringify(ride)}::jsonb)),
      undo = null, ${raisedIn('services', now)}
    where id = ${id} and version = ${version} and date_deleted is null returning version`.execute(tx)
  if (!row) return null
  for (const { table, columns: names, where, made } of BESIDE) {
    const rows = beside[table] ?? []
    if (made) {
      await sql`update ${sql.table(table)} t set date_deleted = ${now.toISOString()}::timestamptz, ${raisedIn('t', now)}
        where ${where(id)} and not t.id = any(${rows.map((one) => Number(one['id']))}::integer[])`.execute(tx)
    }
    if (rows.length === 0) continue
    const set = names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`)
    await sql`update ${sql.table(table)} t set ${sql.join(set)}, ${raisedIn('t', now)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
      where t.id = r.id`.execute(tx)
  }
  return row.version
}
