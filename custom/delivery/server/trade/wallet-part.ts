import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Tx } from '#engine/server'
import { toAmount, toCents, type Cents } from '../../../ledger/server'
import { creditWallet, debitWallet, walletRoom } from '../../../wallets/server'

interface PaidOrder {
  readonly id: number
  readonly id_client: number | null
}

/**
 * What an order on *Billetera* comes to is taken from its client's wallet, and given back where it comes to less. An
 * order that is with its client is with its client: what the wallet lacks is owed.
 * @returns what the wallet has paid of it now
 */
export async function payFromWallet(tx: Tx, { id, id_client }: PaidOrder, whole: Cents, now: Date): Promise<Cents> {
  if (id_client === null) return 0n
  const paid = await living(tx, 'wallets')
    .select(sql<string>`(-coalesce(sum(effect), 0))::numeric(14, 2)::text`.as('taken'))
    .where('id_order', '=', id)
    .where('kind', '=', 'order')
    .where('state', '=', '2')
    .executeTakeFirstOrThrow()
  const taken = toCents(paid.taken)
  if (taken === whole) return taken
  const movement = { id_user: id_client, kind: 'order', name: `Pedido ${id}`, now, id_order: id } as const
  if (taken > whole) {
    await creditWallet(tx, { ...movement, amount: toAmount(taken - whole) })
    return whole
  }
  const room = await walletRoom(tx, id_client, now)
  const part = room < whole - taken ? room : whole - taken
  if (part <= 0n) return taken
  await debitWallet(tx, { ...movement, amount: toAmount(part) })
  return taken + part
}
