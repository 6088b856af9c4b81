import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Tx } from '#engine/server'
import { toAmount, toCents } from '../../ledger/server'
import { creditWallet, debitWallet } from './credit-wallet'

interface RideDue {
  readonly id: number
  readonly id_driver: number | null
  readonly due: string
}
interface Share {
  readonly id_user: number
  readonly taken: string
}

/**
 * What a ride in cash (`services as s`, `payment_methods as m`) owes the house by its driver's wallet: its part, which
 * they hold.
 */
const DUE = sql`case when s.date_deleted is null and m.type = 'cash'
  and s.state = 'finalized' then coalesce(s.price_fee, 0) else 0 end::numeric(14, 2)`

/** Whether the house takes its commission of rides in cash by itself. */
async function isOn(tx: Tx): Promise<boolean> {
  const app = await living(tx, 'app_driver')
    .select(['app_driver_wallet_enabled', 'app_driver_wallet_commission'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return app?.app_driver_wallet_enabled === true && app.app_driver_wallet_commission === true
}

/**
 * Takes the commission of rides that were paid in cash from their drivers' wallets, in the transaction that ends them,
 * also below the floor: the driver holds it already, and gets no offers until there is more. What was taken of a ride
 * that changed since is more, or less, or somebody else's; what was never taken stays for their statement.
 */
export async function takeCommissions(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  const isNew = await isOn(tx)
  const { rows: rides } = await sql<RideDue>`select s.id, s.id_driver, ${DUE}::text as due from services s
      left join payment_methods m on m.id = s.id_payment
    where s.id = any(${[...ids]}::bigint[]) order by s.id for no key update of s`.execute(tx)
  for (const { id, id_driver, due } of rides) {
    const shares = await sharesOf(tx, id)
    const isTaken = shares.length > 0
    if (!isNew && !isTaken) continue
    const all =
      id_driver === null || shares.some(({ id_user }) => id_user === id_driver)
        ? shares
        : [...shares, { id_user: id_driver, taken: '0' }]
    for (const { id_user, taken } of all) {
      const more = (id_user === id_driver ? toCents(due) : 0n) - toCents(taken)
      const movement = { id_user, kind: 'commission' as const, now, id_service: id }
      if (more > 0n)
        await debitWallet(tx, { ...movement, amount: toAmount(more), name: `Comisión del servicio ${id}`, over: true })
      if (more < 0n)
        await creditWallet(tx, {
          ...movement,
          amount: toAmount(-more),
          name: `Devolución de la comisión del servicio ${id}`,
        })
    }
  }
}

/** What drivers have paid of a ride's commission by their wallets. */
async function sharesOf(tx: Tx, id: number): Promise<readonly Share[]> {
  return living(tx, 'wallets')
    .select(['id_user', sql<string>`(-sum(effect))::text`.as('taken')])
    .where('id_service', '=', id)
    .where('kind', '=', 'commission')
    .where('state', '=', '2')
    .groupBy('id_user')
    .orderBy('id_user')
    .execute()
}

/** Rides whose commission was taken, and that changed since. */
export const commissionsChanged = (max: number) => sql<{ readonly id: number }>`
  select s.id from services s left join payment_methods m on m.id = s.id_payment cross join lateral (
    select count(*) as movements, coalesce(-sum(w.effect) filter (where w.id_user = s.id_driver), 0) as own,
      coalesce(-sum(w.effect) filter (where w.id_user is distinct from s.id_driver), 0) as others
    from wallets w where w.id_service = s.id and w.kind = 'commission' and w.state = '2' and w.date_deleted is null
  ) as t
  where s.date_updated > now() - interval '2 days' and t.movements > 0 and (t.own <> ${DUE} or t.others <> 0)
  order by s.id limit ${max}`
