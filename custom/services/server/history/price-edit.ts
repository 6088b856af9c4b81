import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living, visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { assertCoins } from '../../../fares/server'
import { updatePriceDriverCall, updatePriceFeeCall, updateSubscriptionCall } from '../../model/history-calls'
import { readService } from '../read/read-services'
import { recountService } from './recount'

interface Shared {
  readonly id: number
  readonly version?: number
}

interface Divided {
  readonly price_fee: number
  readonly price_driver: number
}

/** `services/:id/updatePriceFee`. @throws {AppError} VALIDATION at `price_fee` */
export const updatePriceFee = serveCall(updatePriceFeeCall, (context, { price_fee, ...input }) =>
  divide(context, input, { price_fee }, (both) => ({ price_fee, price_driver: less(both, price_fee) })),
)

/** `services/:id/updatePriceDriver`. @throws {AppError} VALIDATION at `price_driver` */
export const updatePriceDriver = serveCall(updatePriceDriverCall, (context, { price_driver, ...input }) =>
  divide(context, input, { price_driver }, (both) => ({ price_fee: less(both, price_driver), price_driver })),
)

const less = (both: number, part: number): number => (Math.round(both * 10_000) - Math.round(part * 10_000)) / 10_000

/** The house and the driver share what they shared: who gets more leaves less to the other. */
async function divide(
  context: CallContext,
  { id, version }: Shared,
  asked: Partial<Divided>,
  dividing: (both: number) => Divided,
): Promise<Divided & { readonly msg: string }> {
  await assertOver(context, id)
  assertCoins(context.settings, { ...asked })
  const divided = await context.records.write(async ({ tx, saveOwn }) => {
    const row = await living(tx, 'services')
      .where('id', '=', id)
      .forUpdate()
      .select(({ ref }) => [
        'version',
        sql<number>`(coalesce(${ref('price_fee')}, 0) + coalesce(${ref('price_driver')}, 0))::float8`.as('both'),
      ])
      .executeTakeFirst()
    if (!row) throw new AppError('NOT_FOUND')
    const parts = dividing(row.both)
    if (parts.price_fee < 0 || parts.price_driver < 0)
      throw wrong(Object.keys(asked)[0] ?? '', 'services.more_than_shared', { max: row.both })
    await saveOwn(
      'services',
      { id, version: version ?? row.version },
      { also: { ...parts, is_fee_edited: 1 }, verb: 'service_shares' },
    )
    return parts
  })
  return { ...divided, msg: context.say('records.done_save') }
}

/** `services/:id/updateSubscription`: the driver's share by another subscription, worked out again. */
export const updateSubscription = serveCall(
  updateSubscriptionCall,
  async (context, { id, version, id_subscription }) => {
    const { now, actor, session, say } = context
    await assertOver(context, id)
    await context.records.write(async ({ tx, saveOwn }) => {
      const row = await living(tx, 'services')
        .where('id', '=', id)
        .select(['version', 'id_fare'])
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw new AppError('NOT_FOUND')
      const subscription =
        id_subscription === null
          ? null
          : await visible(tx, context, 'subscriptions')
              .where('id', '=', id_subscription)
              .where('state', '=', '1')
              .select(({ ref }) => [
                'id',
                'name',
                sql<number>`coalesce(${ref('fee_amount')}, 0)::float8`.as('fee_amount'),
                sql<number>`coalesce(${ref('fee_percentage')}, 0)::float8`.as('fee_percentage'),
              ])
              .executeTakeFirst()
      if (subscription === undefined) throw wrong('id_subscription', 'ref')
      if (row.id_fare === null) throw wrong('id_subscription', 'services.no_fare')
      await saveOwn(
        'services',
        { id, version: version ?? row.version },
        { also: { id_subscription, is_fee_edited: 0 } },
      )
      await recountService(tx, {
        id_service: id,
        by: { id_user: actor.id, id_session: session.id },
        now: now(),
        subscription: subscription === null ? null : { ...subscription, name: subscription.name ?? '' },
      })
    })
    return { msg: say('records.done_save') }
  },
)

/** Staff divide what a ride that is over came to. @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT */
async function assertOver(context: CallContext, id: number): Promise<void> {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  const { state } = await readService(context, context.db, id)
  if (state !== 'finalized') throw new AppError('CONFLICT', { say: 'services.not_finalized' })
}
