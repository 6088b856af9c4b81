import type { Tx } from '../../platform/database/database'
import type { Hooks } from '../../language/feature/hooks'
import { revokeKeysOf } from './key-job'
import { engineTables } from '../../platform/database/engine-tables'

/**
 * Registers what ends with a person's access (devices, tokens). It is called once for each person, in the transaction
 * that switches them off or removes them.
 */
export const onAccessEnd = (end: (tx: Tx, id_user: number, now: Date) => Promise<void>): Hooks => ({
  entity: 'users',
  async afterSave({ tx, now }, { id, state }, before) {
    if (before?.state === '1' && state !== '1') await end(tx, Number(id), now)
  },
  async beforeRemove({ tx, now }, { id }) {
    await end(tx, Number(id), now)
  },
})

/** Sessions, API keys and recovery links of somebody who is switched off end for good: who comes back logs in anew. */
export const endAccess: Hooks = onAccessEnd(async (tx, id_user, now) => {
  const stamp = now.toISOString()
  await engineTables(tx)
    .updateTable('sessions')
    .set({ state: '0', date_closed: stamp, date_updated: stamp })
    .where('id_user', '=', id_user)
    .where('state', '=', '1')
    .execute()
  await engineTables(tx)
    .updateTable('password_recoveries')
    .set({ date_used: stamp })
    .where('id_user', '=', id_user)
    .where('date_used', 'is', null)
    .execute()
  await revokeKeysOf(tx, id_user, now)
})
