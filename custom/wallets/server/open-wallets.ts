import type { DataChange } from '#engine/server'
import { living } from '#app/tables'
import { heldWallet } from './wallet-entry'

/** Wallets from before the books come into them, each by one entry with what was in it. */
export const OPEN_WALLETS: DataChange = {
  name: 'wallets are in the books',
  table: 'users',
  async change(tx, ids) {
    const people = await living(tx, 'users')
      .where('id', 'in', ids)
      .where('wallet_balance', '<>', '0')
      .select('id')
      .orderBy('id')
      .execute()
    const now = new Date()
    for (const { id } of people) await heldWallet(tx, id, now)
    return people.length
  },
}
