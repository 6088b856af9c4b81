import { sql } from 'kysely'
import { living, patchRecord } from '#app/tables'
import type { MatterChoice } from '#engine/model'
import { anyOf, type FoundMatter, type Hooks, iso, type MatterContext, scopeSql, stateObjects } from '#engine/server'
import { idsOfKind, openMattersOf } from '../../services/server'

/** Not delivered yet, and not rejected. */
const OPEN = ['1', '2', '3'] as const
type Whose = 'id_client' | 'id_driver' | 'id_partner'

/** Orders under way whose client, driver or partner is switched off. */
export const openOrders: readonly Hooks[] = [
  of('users', (records) => [
    ['id_client', idsOfKind(records, '3')],
    ['id_driver', idsOfKind(records, '2')],
  ]),
  of('companies', (records) => [['id_partner', idsOfKind(records)]]),
]

function of(entity: string, whose: Parameters<typeof openMattersOf<Whose>>[1]): Hooks {
  return openMattersOf(entity, whose, ordersOf, (context, { key }, choice) =>
    settle(context, Number(key.split('/')[1]), choice),
  )
}

async function ordersOf(
  context: MatterContext,
  column: Whose,
  ids: readonly number[],
  most: number,
): Promise<readonly FoundMatter[]> {
  const rows = await living(context.tx, 'orders as o')
    .leftJoin('stores as s', 's.id', 'o.id_store')
    .where(`o.${column}`, '=', anyOf(ids))
    .where('o.store_state', 'in', OPEN)
    .where(scopeSql({ ...context, now: () => context.now }, 'orders', 'o'))
    .select(({ ref }) => [
      'o.id',
      'o.store_state',
      'o.dst_address',
      's.name as store',
      iso('o.date_created').as('date'),
      sql<number>`${ref(`o.${column}`)}`.as('of'),
    ])
    .orderBy('o.id')
    .limit(most)
    .execute()
  const states = stateObjects(context, 'orders', 'store_state')
  return rows.map(({ id, store_state, dst_address, store, date, of: whose }) => ({
    key: `orders/${id}`,
    of: whose,
    date,
    path: `/orders/${id}`,
    title: context.say('delivery.open.order', {
      id,
      state: states.get(String(store_state))?.name ?? String(store_state),
    }),
    detail: [store, dst_address].filter(Boolean).join(' → ') || null,
    choices: choicesOf(column, String(store_state)),
  }))
}

/** What a store has accepted is no longer called off; another driver may always bring it. */
const choicesOf = (column: Whose, state: string): readonly MatterChoice[] => [
  'keep',
  ...(column === 'id_driver' ? (['pass'] as const) : []),
  ...(state === '1' ? (['cancel'] as const) : []),
]

async function settle(
  { tx, actor, now, id_session = null, say }: MatterContext,
  id: number,
  choice: Exclude<MatterChoice, 'keep'>,
): Promise<void> {
  const set =
    choice === 'pass' ? { id_driver: null } : { store_state: '0' as const, reason: say('delivery.open.reason') }
  await patchRecord(tx, 'orders', id, set, {
    by: { id_user: actor.id, platform: 'web', id_session },
    now,
    verb: 'edit',
  })
}
