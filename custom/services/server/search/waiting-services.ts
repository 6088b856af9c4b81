import { sql } from 'kysely'
import { type Db, writeLog } from '#engine/server'
import type { DispatchContext } from './dispatch-context'
import { oneByOne, type Going } from './one-by-one'

/** When each was last tried, in this process: lost, it is tried once more. */
const lastTried = new WeakMap<Db, Map<number, number>>()

/**
 * Services whose operator waits for a driver and that are due for another try: some time after the last one, or at once when a driver has
 * become free since.
 */
export async function waitingServices({ db, now, settings }: DispatchContext): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number; freed_ms: number | null }>`
    select s.id, (select extract(epoch from max(h.date_updated))::float8 * 1000 from driver_shifts h
      where h.state = 'online' and h.date_deleted is null) as freed_ms
    from services s where s.state = 'unassigned' and s.keep_searching and s.date_deleted is null
    order by s.date_unassigned, s.id limit 500`.execute(db)
  const tried = triesOf(db)
  const waiting = new Set(rows.map(({ id }) => id))
  for (const id of tried.keys()) if (!waiting.has(id)) tried.delete(id)
  const at = now().getTime()
  return rows.filter(({ id, freed_ms }) => {
    const last = tried.get(id)
    return last === undefined || at - last >= settings.retry_s * 1000 || (freed_ms !== null && freed_ms >= last)
  }).map(({ id }) => id)
}

/** Said before a try: whoever comes free while it runs is worth another. */
export function noteTry({ db, now }: DispatchContext, id: number): void {
  triesOf(db).set(id, now().getTime())
}

function triesOf(db: Db): Map<number, number> {
  const tries = lastTried.get(db) ?? new Map<number, number>()
  lastTried.set(db, tries)
  return tries
}

/** A wait that found nobody for too long is an alert again: somebody waits at a kerb. */
export async function endWaits({ db, transaction, now }: DispatchContext, going: Going): Promise<void> {
  const date = now().toISOString()
  const over = sql<boolean>`state = 'unassigned' and keep_searching and date_keep_until <= ${date}::timestamptz and date_deleted is null`
  const { rows } = await sql<{ id: number }>`select id from services where ${over} order by id limit 200`.execute(db)
  await oneByOne(rows, 'wait', going, ({ id }) => transaction(async (tx) => {
    const { rows: [ended] } = await sql`
      update services set keep_searching = false, date_keep_until = null, version = version + 1, date_updated = ${date}
      where id = ${id} and ${over} returning id`.execute(tx)
    if (!ended) return
    await writeLog(tx, {
      id_user: null, type_log: 'service_wait_over', target: 'services', id_target: id, title: String(id), platform: 'api', id_session: null, date: now(),
    })
  }))
}
