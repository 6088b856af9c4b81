import { isStaff } from '#app/asker'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { finalizeReviewCall } from '../../model/history-calls'

/**
 * `review_services/finalize`: each service in a transaction of its own; one that is reviewed already, or is none of the
 * asker's, says so and holds up no other.
 */
export const finalizeReview = serveCall(finalizeReviewCall, async (context, { id, ids, id_services }) => {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const asked = [...new Set([...(id_services ?? []), ...(ids ?? []), ...(id === undefined ? [] : [id])])]
  const results = []
  for (const one of asked) {
    const msg = await reviewed(context, one)
    results.push({ id: one, ok: msg === null, msg: msg ?? context.say('services.reviewed') })
  }
  const done = results.filter(({ ok }) => ok).length
  return { results, msg: context.say('services.reviewed_some', { done, asked: asked.length }) }
})

/** @returns why it could not be; null: it is done */
async function reviewed({ records, actor, now, say }: CallContext, id: number): Promise<string | null> {
  try {
    await records.write(async ({ tx, saveOwn }) => {
      const row = await living(tx, 'services')
        .where('id', '=', id)
        .select(['version', 'review', 'state'])
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw new AppError('NOT_FOUND')
      if (row.state !== 'finalized' || row.review !== 'pending')
        throw new AppError('CONFLICT', { say: 'services.not_to_review' })
      await saveOwn(
        'services',
        { id, version: row.version },
        {
          also: { review: 'done', date_reviewed: now().toISOString(), id_user_reviewed: actor.id },
          verb: 'service_reviewed',
        },
      )
    })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return say(error.code === 'CONFLICT' ? 'services.not_to_review' : 'services.not_yours_to_review')
  }
}
