import { sql } from 'kysely'
import { patchRecords } from '#app/tables'
import { BY_PROGRAM, type Job } from '#engine/server'
import { grantBenefit } from './grant-benefit'

const EVERY_S = 60
const MAX_EACH = 500

interface Earned {
  readonly id: number
  readonly id_inviter: number
  readonly id_promotion_inviter: number
}

/** Gives those who invited somebody their benefit once the invited have finished the services that were asked for. */
export const grantEarned: Job = {
  name: 'refers.grant',
  every_s: EVERY_S,
  async run({ runtime: { database, now }, signal, log }) {
    const { rows } = await sql<Earned>`
      select r.id, r.id_inviter, r.id_promotion_inviter from refers r
      where r.state_inviter = 'pending' and r.date_deleted is null
        and r.services_needed <= (select count(*) from (select 1 from services s
          where (s.id_client = r.id_invited or s.id_driver = r.id_invited) and s.state = 'finalized'
            and s.date_deleted is null limit r.services_needed) as done)
      order by r.id limit ${MAX_EACH}`.execute(database.db)
    for (const { id, id_inviter, id_promotion_inviter } of rows) {
      if (signal.aborted) return
      try {
        await database.transaction(async (tx) => {
          const date = now()
          // Only one of two processes finds it pending.
          const given = await patchRecords(
            tx,
            'refers',
            { id, state_inviter: 'pending' },
            { state_inviter: 'given', date_inviter: date.toISOString() },
            { by: BY_PROGRAM, now: date, verb: 'grant' },
          )
          if (given.length === 0) return
          await grantBenefit(tx, { id_refer: id, id_user: id_inviter, id_promotion: id_promotion_inviter, now: date })
        })
      } catch (error) {
        // One that cannot be given keeps nobody else waiting.
        log(`refers.grant: ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      }
    }
  },
}
