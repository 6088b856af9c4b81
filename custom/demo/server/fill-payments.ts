import { living } from '#app/tables'
import type { JsonObject } from '#engine/model'
import { type Database, type DemoWriter, enterRecord, iso } from '#engine/server'
import { MINUTE_MS } from '#engine/model'

const CURRENCY = 'PEN'

type End = 'paid' | 'refunded' | 'wrong'

/** What the gateway took: of one half of what was asked. */
const chargedOf = ({ ends, price_total }: { readonly ends: End; readonly price_total: unknown }): number =>
  ends === 'wrong' ? Math.round(Number(price_total) * 50) / 100 : Number(price_total)

/**
 * Rides of people who paid ahead on the demo's own gateway: done, called off and given back, and one that was charged
 * otherwise and given back as well; all of it in the books.
 */
export async function putDemoPayments(database: Database, writer: DemoWriter): Promise<void> {
  const { db } = database
  const method = await living(db, 'payment_methods')
    .where('type', '=', 'prepaid')
    .where('id_payment_gateway', 'is not', null)
    .select(['id', 'id_payment_gateway'])
    .executeTakeFirst()
  if (!method) return
  const of = (state: 'finalized' | 'canceled') =>
    living(db, 'services')
      .where('state', '=', state)
      .where('id_payment', '=', method.id)
      .where('price_total', '>', '0')
      .where('id_client', 'is not', null)
      .select(['id', 'id_client', 'price_total', iso('date_created').$notNull().as('date_created')])
      .orderBy('id', 'desc')
      .execute()
  const [done, off] = [await of('finalized'), await of('canceled')]
  const rides = [
    ...done.map((ride) => ({ ...ride, ends: 'paid' as const })),
    ...off.map((ride, at) => ({ ...ride, ends: at === 0 ? ('wrong' as const) : ('refunded' as const) })),
  ].toSorted((a, b) => a.id - b.id)
  const after = (date: string, minutes: number): string =>
    new Date(Date.parse(date) + minutes * MINUTE_MS).toISOString()
  const ids = await writer.insert('payments', rides.length, (at): JsonObject => {
    const ride = rides[at]
    if (!ride) return {}
    const [amount, reference, isBack] = [Number(ride.price_total), `demo-${ride.id}`, ride.ends !== 'paid']
    const amount_charged = chargedOf(ride)
    return {
      id_client: ride.id_client,
      id_payment_method: method.id,
      id_payment_gateway: method.id_payment_gateway,
      id_service: ride.id,
      amount,
      currency: CURRENCY,
      amount_charged,
      currency_charged: CURRENCY,
      amount_refunded: isBack ? amount_charged : 0,
      refund_asked: isBack ? amount_charged : 0,
      state: ride.ends === 'wrong' ? 'wrong' : 'paid',
      reference,
      provider_id: reference,
      date_created: ride.date_created,
      date_expires: after(ride.date_created, 30),
      date_paid: after(ride.date_created, 2),
      date_refunded: isBack ? after(ride.date_created, 9) : null,
    }
  })
  await database.transaction(async (tx) => {
    for (const [at, ride] of rides.entries()) {
      const entry = { entity: 'payments', id: Number(ids[at] ?? 0), amount: chargedOf(ride).toFixed(2), who: null }
      await enterRecord(tx, { ...entry, rule: 'charged', now: new Date(after(ride.date_created, 2)) })
      if (ride.ends === 'paid') continue
      const part = String(chargedOf(ride))
      await enterRecord(tx, { ...entry, rule: 'refunded', part, now: new Date(after(ride.date_created, 9)) })
    }
  })
  const events = rides.flatMap(({ ends, price_total, date_created }, at): JsonObject[] => {
    const amount = Number(price_total)
    const charged = chargedOf({ ends, price_total })
    const told = (kind: string, minutes: number, more: JsonObject = {}): JsonObject => ({
      id_payment_gateway: method.id_payment_gateway,
      id_payment: ids[at] ?? 0,
      event: `own:${kind}-${rides[at]?.id ?? 0}`,
      kind,
      date_created: after(date_created, minutes),
      ...more,
    })
    return [
      told('link', 1, { amount }),
      told('notice', 2),
      told(ends === 'wrong' ? 'wrong' : 'paid', 2, { amount: charged }),
      ...(ends === 'paid' ? [] : [told('refunded', 9, { amount: charged })]),
    ]
  })
  await writer.insert('payment_events', events.length, (at) => events[at] ?? {})
}
