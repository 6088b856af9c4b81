import { type RawBuilder, sql } from 'kysely'
import type { Db, Job, Tx } from '#engine/server'
import { houseZone } from '../house-money'

const EVERY_S = 900
/** Days of one run: books from long before are closed by several. */
const MAX_EACH = 366
/** A transaction that began on a day may end on the next. */
const GRACE = sql`interval '1 hour'`
const FIRST_HASH = '0'.repeat(64)

/** The hash of a day: of the day before, the day, and every entry that was written on it with its postings. */
const hashOf = (
  day: RawBuilder<unknown>,
  previous: RawBuilder<unknown>,
  starts: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`(
  select encode(sha256(convert_to(${previous} || ' ' || ${day}::text
    || coalesce(string_agg(e.id || ' ' || e.key || ' ' || e.input_hash || ' ' || said.legs, E'\n' order by e.id), ''),
    'UTF8')), 'hex')
  from ledger_entries e cross join lateral (
    select string_agg(a.key || ':' || p.amount, ',' order by p.id) as legs from ledger_postings p
    join ledger_accounts a on a.id = p.id_account where p.id_entry = e.id
  ) as said where e.date_created >= ${starts} and e.date_created < ${until})`

/**
 * Closes each day that is over, in their order: from then on whoever changes one of its entries changes its hash, and
 * those of all days since.
 */
export async function closeDays(tx: Tx, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('ledger.days'))`.execute(tx)
  for (let closed = 0; ; closed++) {
    if (closed === MAX_EACH) return closed
    const { rows } = await sql`
      with zone as (select ${houseZone} as name),
      last as (select day, hash, until_at from ledger_days where date_deleted is null order by day desc limit 1),
      next as (
        select coalesce((select day + 1 from last),
          (select (min(date_created) at time zone zone.name)::date from ledger_entries)) as day, coalesce((select hash
            from last), ${FIRST_HASH}) as previous,
          (select until_at from last) as starts, zone.name from zone
      ),
      bounds as (select day, previous, coalesce(starts, day::timestamp at time zone name) as starts,
        (day + 1)::timestamp at time zone name as until from next where day is not null)
      insert into ledger_days (day, starts_at, until_at, previous, entries, hash, date_created, date_updated)
      select b.day, b.starts, b.until, b.previous, (select count(*) from ledger_entries e
        where e.date_created >= b.starts and e.date_created < b.until),
        ${hashOf(sql`b.day`, sql`b.previous`, sql`b.starts`, sql`b.until`)}, ${now.toISOString()}, ${now.toISOString()}
      from bounds b where b.until + ${GRACE} <= ${now.toISOString()}::timestamptz returning id`.execute(tx)
    if (rows.length === 0) return closed
  }
}

export const closeDaysJob: Job = {
  name: 'ledger.days',
  every_s: EVERY_S,
  async run({ runtime: { database, now } }) {
    await database.transaction((tx) => closeDays(tx, now()))
  },
}

interface DayRow {
  readonly day: string
  readonly entries: number
  readonly hash: string
  readonly holds: boolean
}

/** The last closed days, the newest first, each hashed anew. */
export async function closedDays(db: Db, most: number): Promise<readonly DayRow[]> {
  const { rows } = await sql<DayRow>`
    select d.day::text as day, d.entries, d.hash,
      d.hash = ${hashOf(sql`d.day`, sql`d.previous`, sql`d.starts_at`, sql`d.until_at`)}
      and d.previous = coalesce((select x.hash from ledger_days x where x.day = d.day - 1 and x.date_deleted is null),
        ${FIRST_HASH}) as holds
    from ledger_days d where d.date_deleted is null order by d.day desc limit ${most}`.execute(db)
  return rows
}
