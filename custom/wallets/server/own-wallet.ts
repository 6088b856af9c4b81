import { sql } from 'kysely'
import { living } from '#app/tables'
import { type Db, iso, stateObjects, type Teller } from '#engine/server'
import type { OwnMovement } from '../model/own-wallet'

/** Movements in one answer. */
const PAGE = 20

/** What is in somebody's wallet, in currency units. */
export async function walletBalance(db: Db, id_user: number): Promise<number> {
  const row = await living(db, 'users')
    .where('id', '=', id_user)
    .select(sql<number>`coalesce(wallet_balance, 0)::float8`.as('balance'))
    .executeTakeFirst()
  return row?.balance ?? 0
}

/** Movements of one wallet, the newest first, before the one of an id: its holder's own, whatever their role sees. */
export async function ownMovements(
  teller: Teller & { readonly db: Db },
  id_user: number,
  before?: number,
): Promise<{ readonly items: OwnMovement[]; readonly more: boolean }> {
  const rows = await living(teller.db, 'wallets')
    .where('id_user', '=', id_user)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .select(['id', 'transaction', 'kind', 'name', 'state', 'reason', 'id_service', 'id_order'])
    .select([
      iso('date_created').$notNull().as('date_created'),
      sql<number>`amount::float8`.as('amount'),
      sql<number | null>`balance::float8`.as('balance'),
    ])
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const [states, kinds] = [stateObjects(teller, 'wallets'), stateObjects(teller, 'wallets', 'kind')]
  const items = rows.slice(0, PAGE).map(({ kind, state, transaction, ...row }) => ({
    ...row,
    transaction: transaction === 'discount' ? ('discount' as const) : ('recharge' as const),
    kind_obj: kinds.get(kind ?? '') ?? null,
    state: String(state),
    state_obj: states.get(String(state)) ?? { id: String(state), name: String(state), color: '' },
  }))
  return { items, more: rows.length > PAGE }
}
