import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import type { Move } from '../../model/life-cycle'

export interface HadBy {
  readonly id_driver: number | null
  readonly id_vehicle: number | null
}

/** Takes back what a move leaves without sense: requests that wait for an answer, and candidates once somebody has it or nobody needs to. */
export async function withdrawAsked(tx: Tx, id: number, { to, driver }: Move, was: HadBy, now: Date): Promise<void> {
  const at = now.toISOString()
  if (to !== 'requested') {
    await sql`update service_offers set state = 'canceled', date_answered = ${at}, version = version + 1, date_updated = ${at}
      where id_service = ${id} and state = 'pending'`.execute(tx)
  }
  // Of a driver who is taken off: his place is free for the next.
  if (driver === 'clear' && was.id_driver !== null) {
    await freeAccepted(tx, id, to === 'requested' ? was : null, now)
    await endCandidature(tx, id, was.id_driver, now)
  }
  if (to !== 'canceled' && driver !== 'set') return
  await sql`update service_assignments set state = 'closed', date_answered = ${at}, version = version + 1, date_updated = ${at}
    where id_service = ${id} and state = 'pending'`.execute(tx)
}

/** What he was granted is over: he may put himself forward anew. */
async function endCandidature(tx: Tx, id: number, id_driver: number, now: Date): Promise<void> {
  await sql`update service_assignments set state = 'closed', version = version + 1, date_updated = ${now.toISOString()}
    where id_service = ${id} and id_driver = ${id_driver} and state = 'accepted'`.execute(tx)
}

/** @param released who gave it back: he has declined it and is not the next who is asked for it, also when an operator had given it to him */
async function freeAccepted(tx: Tx, id: number, released: HadBy | null, now: Date): Promise<void> {
  const at = now.toISOString()
  const { rows } = await sql`
    update service_offers set state = ${released ? 'rejected' : 'canceled'}, date_answered = ${at}, version = version + 1, date_updated = ${at}
    where id_service = ${id} and state = 'accepted' returning id`.execute(tx)
  if (!released || rows.length > 0) return
  await sql`
    insert into service_offers (id_service, id_driver, id_vehicle, state, manual, date_deadline, date_answered, date_created, date_updated)
    values (${id}, ${released.id_driver}, ${released.id_vehicle}, 'rejected', true, ${at}, ${at}, ${at}, ${at})`.execute(tx)
}
