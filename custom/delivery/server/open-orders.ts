import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import type { JsonObject, MatterChoice } from '#engine/model'
import { anyOf, type FoundMatter, type Hooks, iso, type MatterContext, scopeSql, stateObjects, tell, writeLog } from '#engine/server'

/** Not delivered yet, and not rejected. */
const OPEN = ['1', '2', '3'] as const
type Whose = 'id_client' | 'id_driver' | 'id_partner'

/** Orders under way whose client, driver or partner is switched off. */
export const openOrders: readonly Hooks[] = [
  of('users', (records) => [['id_client', idsOf(records, '3')], ['id_driver', idsOf(records, '2')]]),
  of('companies', (records) => [['id_partner', idsOf(records)]]),
]

const idsOf = (records: readonly JsonObject[], type?: string): readonly number[] =>
  records.flatMap(({ id, type_user }) => (type === undefined || type_user === type ? [Number(id)] : []))

function of(entity: string, whose: (records: readonly JsonObject[]) => readonly (readonly [Whose, readonly number[]])[]): Hooks {
  return {
    entity,
    async openMatters(context, records, most) {
      const found: FoundMatter[] = []
      for (const [column, ids] of whose(records)) if (ids.length > 0) found.push(...await ordersOf(context, column, ids, most))
      return found
    },
    settleMatter: (context, { key }, choice) => settle(context, Number(key.split('/')[1]), choice),
  }
}

async function ordersOf(context: MatterContext, column: Whose, ids: readonly number[], most: number): Promise<readonly FoundMatter[]> {
  const rows = await living(context.tx, 'orders as o').leftJoin('stores as s', 's.id', 'o.id_store').where(`o.${column}`, '=', anyOf(ids)).where('o.store_state', 'in', OPEN)
    .where(scopeSql({ ...context, now: () => context.now }, 'orders', 'o'))
    .select(({ ref }) => ['o.id', 'o.store_state', 'o.dst_address', 's.name as store', iso('o.date_created').as('date'), sql<number>`${ref(`o.${column}`)}`.as('of')])
    .orderBy('o.id').limit(most).execute()
  const states = stateObjects(context, 'orders', 'store_state')
  return rows.map(({ id, store_state, dst_address, store, date, of: whose }) => ({
    key: `orders/${id}`, of: whose, date, path: `/orders/${id}`,
    title: context.say('delivery.open.order', { id, state: states.get(String(store_state))?.name ?? String(store_state) }),
    detail: [store, dst_address].filter(Boolean).join(' → ') || null,
    choices: choicesOf(column, String(store_state)),
  }))
}

/** What a store has accepted is no longer called off; another driver may always bring it. */
const choicesOf = (column: Whose, state: string): readonly MatterChoice[] =>
  ['keep', ...(column === 'id_driver' ? ['pass'] as const : []), ...(state === '1' ? ['cancel'] as const : [])]

async function settle({ tx, actor, now, id_session = null, say }: MatterContext, id: number, choice: Exclude<MatterChoice, 'keep'>): Promise<void> {
  const before = await living(tx, 'orders').where('id', '=', id).select(['store_state', 'id_driver', 'version']).forUpdate().executeTakeFirstOrThrow()
  const set = choice === 'pass' ? { id_driver: null } : { store_state: '0' as const, reason: say('delivery.open.reason') }
  await tables(tx).updateTable('orders').set({ ...set, version: sql`version + 1`, date_updated: now }).where('id', '=', id).execute()
  const changes = Object.entries(set).map(([name, to]) => [name, { from: name === 'id_driver' ? before.id_driver : name === 'store_state' ? before.store_state : null, to }] as const)
  await writeLog(tx, { id_user: actor.id, type_log: 'edit', target: 'orders', id_target: id, title: String(id), changes: Object.fromEntries(changes), platform: 'web', id_session, date: now })
  await tell(tx, 'orders', { id, before: { ...before }, after: { ...before, ...set }, by: actor.id })
}
