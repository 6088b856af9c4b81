import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { isCountedId, mayEdit, type JsonObject } from '#engine/model'
import { type Hooks, stateObjects, type Tx } from '#engine/server'
import { toAmount, toCents } from '../../ledger/server'
import { assertFloor, heldWallet } from './wallet-entry'
import { assertWithinLimits, passingLimits } from './wallet-limits'

/**
 * A movement that is approved is entered into the books (`x-posts`), and keeps the balance that the person has with it.
 */
export const walletHooks: Hooks = {
  entity: 'wallets',
  async beforeSave({ tx, move, now }, data, before) {
    if (move === undefined) await assertCovered(tx, { ...before, ...data }, now)
    const id_user = before?.['id_user']
    if ((move !== 'approve' && move !== 'approveOver') || !before || !isCountedId(id_user)) return data
    const amount = toCents(String(before['amount']))
    const cents = before['transaction'] === 'discount' ? -amount : amount
    const held = await heldWallet(tx, id_user, now)
    // What a ride still costs is the ride's, and has no limit.
    if (move === 'approve' && !isCountedId(before['id_service'])) await assertWithinLimits(tx, held, amount, now)
    await assertFloor(tx, held, cents)
    // Nobody else writes into it until the movement is entered: its person is locked.
    return { ...data, balance: toAmount(held.balance + cents) }
  },
  async present(db, records, at) {
    const states = stateObjects(at, 'wallets')
    const may = isStaff(at.actor) && mayEdit(at.actor, { module: 'wallets' })
    const passing: ReadonlySet<unknown> = may ? await passingLimits(db, records, at.now) : new Set()
    return records.map((record) => ({
      ...record,
      passes_limit: passing.has(record['id']) ? 1 : 0,
      can_approve: record['state'] === '1' && may ? 1 : 0,
      state_human: states.get(String(record['state']))?.name ?? null,
    }))
  },
}

/**
 * Nobody asks for a discount that neither the wallet nor what waits for approval covers.
 * @throws {AppError} VALIDATION at `amount`
 */
async function assertCovered(tx: Tx, { id, id_user, transaction, amount }: JsonObject, now: Date): Promise<void> {
  // What is no amount, and nobody's, is told by the fields themselves.
  if (transaction !== 'discount' || !isCountedId(id_user) || !/^\d{1,12}(\.\d+)?$/.test(String(amount))) return
  const {
    rows: [person],
  } = await sql<{ waiting: string }>`select coalesce((select sum(w.amount) from wallets w
    where w.id_user = u.id and w.state = '1' and w.transaction = 'recharge' and w.date_deleted is null
      and w.id is distinct from ${isCountedId(id) ? id : null}), 0)::text as waiting from users u
      where u.id = ${id_user}`.execute(tx)
  if (!person) return
  const held = await heldWallet(tx, id_user, now)
  await assertFloor(
    tx,
    { ...held, balance: held.balance + toCents(person.waiting) },
    -toCents(String(amount)),
    held.balance,
  )
}
