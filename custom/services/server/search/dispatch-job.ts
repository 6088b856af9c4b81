import { sql } from 'kysely'
import type { Db, Job } from '#engine/server'
import { DISPATCH_JOB } from '../life/move-service'
import { ownContext, type DispatchContext } from './dispatch-context'
import { expireOffers } from './expire-offers'
import { oneByOne, type Going } from './one-by-one'
import { putOnAir } from './put-on-air'
import { searchDriver } from './search-driver'
import { endWaits, noteTry, waitingServices } from './waiting-services'

/** Searches between two looks at deadlines: each may ask for ways by the streets. */
const BATCH = 20

/**
 * Finds drivers: ends requests whose time is over, puts bookings on air, and asks the next driver of every service that looks for one. All
 * it goes by is in the rows, so that it may be cut off anywhere and goes on in whichever process is elected then; whoever has no console
 * open misses nothing.
 */
export const dispatchJob: Job = {
  name: DISPATCH_JOB,
  every_s: 1,
  async run({ runtime, signal, log }) {
    const context = await ownContext(runtime)
    const failed = (what: string, error: unknown): void =>
      log(`${DISPATCH_JOB}: ${what}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`)
    const going: Going = { signal, failed }
    const tried = new Set<number>()
    while (!signal.aborted) {
      await expireOffers(context, going)
      await putOnAir(context, going)
      await endWaits(context, going)
      const next = (await searchedNow(context)).filter((id) => !tried.has(id)).slice(0, BATCH)
      if (next.length === 0) return
      await oneByOne(next.map((id) => ({ id })), 'service', going, ({ id }) => {
        tried.add(id)
        noteTry(context, id)
        return searchDriver(context, id)
      })
    }
  },
}

async function searchedNow(context: DispatchContext): Promise<readonly number[]> {
  return [...await requestedServices(context.db), ...await waitingServices(context)]
}

/** On air and nobody is being asked: who has waited longest first. */
async function requestedServices(db: Db): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from services s
    where s.state = 'requested' and s.date_deleted is null
      and not exists (select 1 from service_offers o where o.id_service = s.id and o.state = 'pending')
    order by s.date_requested, s.id limit 500`.execute(db)
  return rows.map(({ id }) => id)
}
