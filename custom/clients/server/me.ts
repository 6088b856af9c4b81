import { sql } from 'kysely'
import { living } from '#app/tables'
import { type CallContext, serveCall } from '#engine/server'
import { orWhy, promotionFor } from '../../fares/server'
import { walletBalance } from '../../wallets/server'
import { mayBook } from '../../widgets/server'
import { clientMeCall, clientPromotionsCall } from '../model/ride-calls'
import { asClient } from './own-ride'
import { rideAmountText } from './ride-on-wire'
import { hasWallet } from './wallet'

/** More codes are read by nobody. */
const MAX_PROMOTIONS = 20
const PERCENT = '1'

const me = serveCall(clientMeCall, async (context) => {
  asClient(context, 'reads')
  const { db, actor } = context
  const row = await living(db, 'users as u')
    .leftJoin('companies as c', 'c.id', 'u.id_company')
    .where('u.id', '=', actor.id)
    .select(['u.id', 'u.name', 'u.surname', 'u.email', 'u.phone', 'c.name as company'])
    .executeTakeFirstOrThrow()
  return {
    ...row,
    name: row.name ?? '',
    may_book: mayBook(context),
    wallet_text: hasWallet(context) ? rideAmountText(context, await walletBalance(db, actor.id)) : null,
  }
})

/** Each is judged as when it is typed: what would be refused there is not offered here. */
const promotions = serveCall(clientPromotionsCall, async (context) => {
  asClient(context, 'reads')
  const { db, actor } = context
  const granted = sql<boolean>`exists (select 1 from promotion_grants g
    where g.id_promotion = p.id and g.id_client = ${actor.id} and g.date_deleted is null)`
  const rows = await living(db, 'promotions as p')
    .where('p.state', '=', '1')
    .where(({ or, and, eb }) =>
      or([granted, and([eb('p.private', 'is not', true), eb('p.only_granted', 'is not', true)])]),
    )
    .select([
      'p.code',
      'p.name',
      'p.type_benefit',
      'p.amount',
      'p.id_branch',
      sql<string | null>`p.valid_to::text`.as('valid_to'),
      granted.as('granted'),
    ])
    .orderBy('p.id', 'desc')
    .limit(MAX_PROMOTIONS)
    .execute()
  const items = []
  for (const { code, name, type_benefit, amount, id_branch, ...row } of rows) {
    if (code === null || !(await isOpen(context, code, id_branch))) continue
    items.push({
      code,
      name: name ?? code,
      ...row,
      amount_text: type_benefit === PERCENT ? `${Number(amount)} %` : (rideAmountText(context, Number(amount)) ?? ''),
    })
  }
  return { items }
})

async function isOpen(context: CallContext, code: string, id_branch: number | null): Promise<boolean> {
  const { db, actor, now, settings } = context
  const timezone = typeof settings['timezone'] === 'string' ? settings['timezone'] : 'UTC'
  const why = await orWhy(context, async () => {
    await promotionFor(db, {
      code,
      id_client: actor.id,
      branch: id_branch === null ? null : { id: id_branch },
      date: now().toISOString(),
      timezone,
      payment: 'card',
    })
    return null
  })
  return why === null
}

export const meCalls = [me, promotions]
