import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { fold, moneyText } from '#engine/model'
import { callLimit, serveCall } from '#engine/server'
import { moneyStyle, promotionFor } from '../../fares/server'
import { atInput } from '../../services/server'
import { addPromotionCall } from '../model/booking-calls'
import { requireClient } from './visitor'

/** Codes that one client tries in a minute: nobody guesses them. */
const MAX_TRIED = 10
const countTry = callLimit('widgets.too_many')
const PERCENT = '1'

/**
 * `POST client/me/addPromotion`: judged as for a trip now, paid by card where it is for cards, in the branch that it is
 * of; the trip itself is judged when it is priced.
 */
export const addPromotion = serveCall(addPromotionCall, async (context, { code }) => {
  requireClient(context)
  const { db, actor, now, settings, say } = context
  countTry(db, String(actor.id), now(), MAX_TRIED)
  const row = await living(db, 'promotions')
    .where(sql<boolean>`tr_fold(code) = ${fold(code.trim())}`)
    .select(['id', 'name', 'id_branch'])
    .orderBy('id')
    .executeTakeFirst()
  const branch = row?.id_branch
    ? await tables(db).selectFrom('branches').where('id', '=', row.id_branch).select('id').executeTakeFirst()
    : undefined
  const zone = typeof settings['timezone'] === 'string' ? settings['timezone'] : 'UTC'
  const terms = await atInput({ promotion: 'code' }, () =>
    promotionFor(db, {
      code,
      id_client: actor.id,
      branch: branch ? { id: branch.id } : null,
      date: now().toISOString(),
      timezone: zone,
      payment: 'card',
    }),
  )
  const str_amount =
    terms.type_benefit === PERCENT ? `${terms.amount} %` : moneyText(terms.amount, moneyStyle(settings))
  return {
    code: terms.code,
    name: row?.name ?? terms.code,
    str_amount,
    msg: say('widgets.promotion_added', { amount: str_amount }),
  }
})
