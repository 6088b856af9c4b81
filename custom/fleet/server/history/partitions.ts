import { sql } from 'kysely'
import { columnsSql, type OwnTable, type Tx } from '#engine/server'
import { DAY_MS } from '#engine/model'

const NAME = /^trackings_(\d{4})(\d\d)(\d\d)$/

const [real, moment] = ['real', 'timestamp with time zone']

/** The history of positions. */
export const TRACKINGS: OwnTable = {
  id: { type: 'bigint', identity: true },
  id_driver: { type: 'integer', notNull: true },
  id_vehicle: { type: 'integer' },
  id_service: { type: 'integer' },
  lat: { type: 'double precision', notNull: true },
  lng: { type: 'double precision', notNull: true },
  course: { type: real },
  speed: { type: real },
  battery_level: { type: 'smallint' },
  mode: { type: 'text' },
  accuracy: { type: real },
  date_fix: { type: moment, notNull: true },
  date_received: { type: moment, notNull: true },
  kept_out: { type: 'text', values: ['future', 'old', 'jump'] },
  // Of the driver's devices; null: told by a session, or before they were told apart.
  id_device: { type: 'integer' },
}

/** Makes the history, partitioned by the UTC day in which a fix arrived; an existing one stays. */
export async function prepareTrackings(tx: Tx): Promise<void> {
  await sql`create table if not exists trackings (${columnsSql(TRACKINGS)}) partition by range (date_received)`.execute(
    tx,
  )
  await sql`alter table trackings add column if not exists id_device integer`.execute(tx)
  await sql`create index if not exists trackings_driver on trackings (id_driver, date_fix)`.execute(tx)
}

/** Makes the partitions of this many days from a moment on; existing ones stay. */
export async function makeDays(tx: Tx, from: Date, days: number): Promise<void> {
  // If two processes do this at midnight, the second finds them made.
  await sql`select pg_advisory_xact_lock(hashtext('trackings days'))`.execute(tx)
  const first_ms = Math.floor(from.getTime() / DAY_MS) * DAY_MS
  const wanted = Array.from({ length: days }, (_, at) => first_ms + at * DAY_MS)
  const known = new Set(
    (
      await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'trackings'::regclass`.execute(tx)
    ).rows.map(({ name }) => name),
  )
  for (const start_ms of wanted.filter((day_ms) => !known.has(nameOf(day_ms)))) {
    await sql`create table if not exists ${sql.table(nameOf(start_ms))} partition of trackings
      for values from (${sql.lit(isoOf(start_ms))}) to (${sql.lit(isoOf(start_ms + DAY_MS))})`.execute(tx)
  }
}

/** Drops the partitions of days that ended before a moment. @returns their names */
export async function dropDays(tx: Tx, before: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'trackings'::regclass`.execute(tx)
  const old = rows
    .map(({ name }) => name)
    .filter((name) => {
      const found = NAME.exec(name)
      return (
        found !== null &&
        Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3])) + DAY_MS <= before.getTime()
      )
    })
  for (const name of old) await sql`drop table ${sql.table(name)}`.execute(tx)
  return old
}

const isoOf = (time_ms: number): string => new Date(time_ms).toISOString()
const nameOf = (day_ms: number): string => `trackings_${isoOf(day_ms).slice(0, 10).replaceAll('-', '')}`
