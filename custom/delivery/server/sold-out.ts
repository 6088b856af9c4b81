import { living, visible } from '#app/tables'
import { AppError, dayBounds, todayIn } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { timezoneOf } from '../../fares/server'
import { articleAvailableCall, soldOutCall } from '../model/article-calls'

/** What a kitchen has no more of today comes back by itself in the morning: nobody has to remember it. */
const soldOut = serveCall(soldOutCall, async (context, { id }) => {
  const { db, now, settings, records, say } = context
  const { name, id_store } = await articleOf(context, id)
  const branch = await living(db, 'stores as s')
    .innerJoin('companies as c', 'c.id', 's.id_partner')
    .innerJoin('branches as b', 'b.id', 'c.id_branch')
    .where('s.id', '=', id_store)
    .select('b.timezone')
    .executeTakeFirst()
  const zone = timezoneOf(branch ?? null, settings)
  const date_sold_out = dayBounds(todayIn(zone, now()), zone)?.until ?? null
  await records.write(({ save }) => save('articles', { id, date_sold_out }))
  return { msg: say('delivery.sold_out', { name: name ?? '' }) }
})

const available = serveCall(articleAvailableCall, async (context, { id }) => {
  const { name } = await articleOf(context, id)
  await context.records.write(({ save }) => save('articles', { id, date_sold_out: null }))
  return { msg: context.say('delivery.available', { name: name ?? '' }) }
})

/** @throws {AppError} NOT_FOUND for an article that is none of the asker's */
async function articleOf(context: CallContext, id: number) {
  const article = await visible(context.db, context, 'articles')
    .where('id', '=', id)
    .select(['name', 'id_store'])
    .executeTakeFirst()
  if (!article) throw new AppError('NOT_FOUND')
  return article
}

export const articleCalls = [soldOut, available]
