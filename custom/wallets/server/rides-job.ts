import { sql } from 'kysely'
import type { Job } from '#engine/server'
import { ofTheFare, payRides } from './pay-rides'
import { commissionsChanged, takeCommissions } from './ride-commissions'

const EVERY_S = 60
const MAX_EACH = 200

/**
 * Rides on *Billetera* whose price or client was changed, or whose end was taken back, since they were paid, and rides
 * in cash whose commission was: more is taken, or given back.
 */
export const ridesJob: Job = {
  name: 'wallets.rides',
  every_s: EVERY_S,
  async run({ runtime: { database, now }, signal, log }) {
    const { rows } = await sql<{ readonly id: number }>`
      select s.id from services s left join payment_methods m on m.id = s.id_payment
        cross join lateral (
          select count(*) as movements, coalesce(sum(w.said) filter (where w.id_user = s.id_client), 0) as own,
            count(*) filter (where w.id_user is distinct from s.id_client and w.said <> 0) as others
          from (select id_user, sum(case state when '2' then -effect when '1' then amount else 0 end) as said
            from wallets p where id_service = s.id and ${ofTheFare('p')} and date_deleted is null
            group by 1) as w
        ) as asked
      where s.date_updated > now() - interval '2 days' and asked.movements > 0
        and (asked.others > 0 or asked.own <> case when s.date_deleted is not null
          or m.type is distinct from 'wallet' then 0
        when s.state = 'finalized' then coalesce(s.price_total,
          0) when s.state = 'canceled' then coalesce(s.price_cancel, 0) else 0 end)
      order by s.id limit ${MAX_EACH}`.execute(database.db)
    const { rows: changed } = await commissionsChanged(MAX_EACH).execute(database.db)
    for (const { id, settle } of [
      ...rows.map(({ id }) => ({ id, settle: payRides })),
      ...changed.map(({ id }) => ({ id, settle: takeCommissions })),
    ]) {
      if (signal.aborted) return
      try {
        await database.transaction((tx) => settle(tx, [id], now()))
      } catch (error) {
        // One that cannot be paid keeps no other waiting.
        log(`wallets.rides: ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      }
    }
  },
}
