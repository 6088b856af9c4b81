import { sql } from 'kysely'
import { patchRecords, tables } from '#app/tables'
import { BY_PROGRAM, type Tx } from '#engine/server'
import { toAmount, toCents, type Cents } from '../../ledger/server'
import { creditWallet, debitWallet } from './credit-wallet'
import { heldWallet } from './wallet-entry'

/** A ride, what its client's wallet owes it, and who has paid or is still to pay how much of it. */
interface RideDue {
  readonly id: number
  readonly id_client: number | null
  readonly due: string
}
interface Share {
  readonly id_user: number
  readonly taken: string
  readonly waits: string
}

/**
 * Takes what rides on *Billetera* cost from their clients' wallets, in the transaction that ends them, and gives back
 * what was taken for no reason. What there is not enough for waits as a discount to be approved: a ride that is over is
 * over, and nothing is taken below the floor.
 */
export async function payRides(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  for (const { id, id_client, due } of await ridesDue(tx, ids)) {
    for (const { id_user, taken, waits } of await sharesOf(tx, id, id_client)) {
      const owes = id_user === id_client ? toCents(due) : 0n
      const [paid, waiting] = [toCents(taken), toCents(waits)]
      if (paid + waiting === owes) continue
      if (waiting !== 0n) await drop(tx, id, id_user, now)
      if (owes > paid) await take(tx, { id, id_user, amount: owes - paid, now })
      else if (owes < paid)
        await creditWallet(tx, {
          id_user,
          kind: 'ride',
          amount: toAmount(paid - owes),
          name: nameOf(id),
          now,
          id_service: id,
        })
    }
  }
}

const nameOf = (id: number): string => `Servicio ${id}`

/** The movements that pay a ride, of all that name it: its commission and its tip are apart. */
export const ofTheFare = (w: string) => sql`coalesce(${sql.ref(`${w}.kind`)}, 'ride') = 'ride'`

/** Locked, so that whoever ends or changes one of them waits. */
async function ridesDue(tx: Tx, ids: readonly number[]): Promise<readonly RideDue[]> {
  const { rows } = await sql<RideDue>`select s.id, s.id_client, case when s.date_deleted is not null
      or m.type is distinct from 'wallet' then 0
      when s.state = 'finalized' then coalesce(s.price_total, 0) when s.state = 'canceled' then coalesce(s.price_cancel,
        0) else 0 end::numeric(14, 2)::text as due
    from services s left join payment_methods m on m.id = s.id_payment where s.id = any(${[...ids]}::bigint[])
      and (m.type = 'wallet' or exists (select 1 from wallets w
        where w.id_service = s.id and ${ofTheFare('w')}))
        order by s.id for no key update of s`.execute(tx)
  return rows
}

/** What people's movements of a ride come to: its client's, and those of whoever was its client before. */
async function sharesOf(tx: Tx, id: number, id_client: number | null): Promise<readonly Share[]> {
  const { rows } =
    await sql<Share>`select id_user, (-coalesce(sum(effect) filter (where state = '2'), 0))::text as taken,
      coalesce(sum(amount) filter (where state = '1' and transaction = 'discount'), 0)::text as waits
    from wallets w where id_service = ${id} and ${ofTheFare('w')} and date_deleted is null group by 1
    order by 1`.execute(tx)
  return id_client === null || rows.some(({ id_user }) => id_user === id_client)
    ? rows
    : [...rows, { id_user: id_client, taken: '0', waits: '0' }]
}

async function take(
  tx: Tx,
  {
    id,
    id_user,
    amount,
    now,
  }: { readonly id: number; readonly id_user: number; readonly amount: Cents; readonly now: Date },
): Promise<void> {
  const held = await heldWallet(tx, id_user, now)
  const room = held.balance - held.floor
  const part = room <= 0n ? 0n : room < amount ? room : amount
  if (part > 0n)
    await debitWallet(tx, { id_user, kind: 'ride', amount: toAmount(part), name: nameOf(id), now, id_service: id })
  if (part === amount) return
  const stamp = now.toISOString()
  await tables(tx)
    .insertInto('wallets')
    .values({
      id_user,
      us_type: held.type_user,
      transaction: 'discount',
      name: nameOf(id),
      amount: toAmount(amount - part),
      effect: '0',
      state: '1',
      id_service: id,
      kind: 'ride',
      date_created: stamp,
      date_updated: stamp,
    })
    .execute()
}

/** What was still to be approved is asked for anew, with what the ride comes to now. */
async function drop(tx: Tx, id: number, id_user: number, now: Date): Promise<void> {
  const reason = 'El servicio cambió'
  await patchRecords(
    tx,
    'wallets',
    { id_service: id, id_user, state: '1' },
    { state: '3', reason },
    { by: BY_PROGRAM, now, verb: 'reject' },
  )
}
