import { sql } from 'kysely'
import { tables } from '#app/tables'
import { isCountedId, mayEdit } from '#engine/model'
import { type Hooks, stateObjects } from '#engine/server'

/** A movement that is approved keeps the balance that the person has with it. */
export const walletHooks: Hooks = {
  entity: 'wallets',
  async beforeSave({ tx, move }, data, before) {
    const id_user = before?.['id_user']
    if (move !== 'approve' || !before || !isCountedId(id_user)) return data
    const signed = before['transaction'] === 'discount' ? `-${String(before['amount'])}` : String(before['amount'])
    // Whoever approves another movement of theirs waits here, and adds to this one.
    const { balance } = await tables(tx).selectFrom('users').select(sql<string>`(coalesce(wallet_balance, 0) + ${signed}::numeric)::text`.as('balance'))
      .where('id', '=', id_user).forNoKeyUpdate().executeTakeFirstOrThrow()
    return { ...data, balance }
  },
  async present(_db, records, at) {
    const states = stateObjects(at, 'wallets')
    const may = at.actor.operator && mayEdit(at.actor, { module: 'wallets' })
    return records.map((record) => ({ ...record, can_approve: record['state'] === '1' && may ? 1 : 0, state_human: states.get(String(record['state']))?.name ?? null }))
  },
}
