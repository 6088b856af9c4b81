import { wrong } from '#engine/model'
import type { Tx } from '#engine/server'
import { houseText, toCents } from '../../ledger/server'
import { heldWallet } from './wallet-entry'

/**
 * Nobody asks for a ride on *Billetera* that is not in it.
 * @throws {AppError} VALIDATION at `id_payment`, with what is there
 */
export async function assertWalletCovers(
  tx: Tx,
  { id_client, price, now }: { readonly id_client: number; readonly price: string | number; readonly now: Date },
): Promise<void> {
  const { balance, floor } = await heldWallet(tx, id_client, now)
  const cost = toCents(String(price))
  if (balance - cost >= floor) return
  throw wrong('id_payment', 'wallets.too_little', {
    balance: await houseText(tx, balance),
    price: await houseText(tx, cost),
  })
}
