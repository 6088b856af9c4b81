import { living } from '#app/tables'
import { wrong } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import type { ServiceInput } from '../../services/model'
import { makeTogether, type RequestMade } from '../../services/server'
import { shareRide } from '../../tracking/server'
import { createServiceCall } from '../model/booking-calls'
import { visitorPayments, sells } from './offered'
import { openPayment } from './pay/prepaid'
import { limitOf } from './proof'
import { checkTrip, type TripAsked } from './trip'
import { countUses } from './uses-table'
import { requireBooker } from './visitor'
import { widgetRow, type WidgetRow } from './widget-row'

/** In an hour: bookings of one client, from one network, of one telephone, and by all visitors of a widget. */
const MAX_BOOKED = { client: 10, network: 40, phone: 10, widget: 500 } as const

type Booking = TripAsked & {
  readonly id_product: number
  readonly id_payment: number
  readonly notes?: string | null
  readonly trip_reason?: string | null
  readonly quote?: string | null
  readonly quote_return?: string | null
  readonly idempotency: string
}

/**
 * `POST client/widgets/:id_widget/createService`: the client books for themselves; there and back are two services,
 * made together.
 */
export const createService = serveCall(createServiceCall, async (context, { id_widget, ...booking }) => {
  requireBooker(context)
  const widget = await widgetRow(context, id_widget)
  checkTrip(widget, booking)
  if (!sells(widget, booking.id_product)) throw wrong('id_product', 'ref')
  const method = (await visitorPayments(context, widget)).find(({ id }) => id === booking.id_payment)
  if (!method) throw wrong('id_payment', 'ref')
  if (booking.type_request === 'with_return') await assertReturns(context, booking.id_product)
  const isAhead = method.type === 'prepaid'
  let url = ''
  const requests = requestsOf(widget, booking).map((one): RequestMade => (isAhead ? { ...one, held: true } : one))
  const made = await makeTogether(context, requests, async ({ tx }, [[id = 0] = [], [back = null] = []]) => {
    await countUses(tx, limitsOf(context, id_widget), context.now())
    if (isAhead) await openPayment(context, tx, { services: [id, back], id_payment: method.id })
    url = (await shareRide(context, tx, id)).url
  })
  const [[id_service = 0] = [], [id_service_return = null] = []] = made
  // Sent again: only the link's hash is kept, so it gets another.
  if (url === '') url = (await context.transaction((tx) => shareRide(context, tx, id_service))).url
  return {
    id_service,
    id_service_return,
    msg: isAhead ? ('go_payment_prepaid' as const) : ('created' as const),
    text: context.say(isAhead ? 'widgets.pay_first' : 'widgets.booked'),
    url,
  }
})

/** There and, with a return, back. */
export function requestsOf(
  widget: WidgetRow,
  { org, dst, date_start = null, date_return = null, type_request, quote, quote_return, idempotency, ...trip }: Booking,
): readonly RequestMade[] {
  const one = (
    ends: readonly [TripAsked['org'], TripAsked['dst']],
    date: string | null,
    proof: string | null | undefined,
    key: string,
  ): ServiceInput => ({
    id_product: trip.id_product,
    id_payment: trip.id_payment,
    capacity_1: trip.capacity_1,
    promotion: trip.promotion ?? null,
    notes: trip.notes ?? null,
    trip_reason: trip.trip_reason ?? null,
    is_return: false,
    stops: ends.map(({ lat, lng, address, name = null }) => ({ lat, lng, address, name })),
    ...(date === null ? { scheduled: 0 } : { scheduled: 1, scheduled_dates: [date] }),
    ...(proof ? { quote: proof } : {}),
    idempotency: key,
  })
  const [from, to] = ['stops.0.address', 'stops.1.address']
  const there: RequestMade = {
    input: one([org, dst], date_start, quote, idempotency),
    note: widget.name,
    names: {
      [from]: 'org',
      [to]: 'dst',
      stops: 'org',
      scheduled: 'date_start',
      'scheduled_dates.0': 'date_start',
      date_scheduled: 'date_start',
    },
  }
  if (type_request === 'no_return') return [there]
  return [
    there,
    {
      input: one([dst, org], date_return, quote_return, `${idempotency.slice(0, 60)}.b`),
      note: widget.name,
      names: {
        [from]: 'dst',
        [to]: 'org',
        stops: 'dst',
        scheduled: 'date_return',
        'scheduled_dates.0': 'date_return',
        date_scheduled: 'date_return',
      },
    },
  ]
}

/** @throws {AppError} VALIDATION at `type_request` */
export async function assertReturns({ db }: CallContext, id: number): Promise<void> {
  const row = await living(db, 'products').where('id', '=', id).select('accept_return').executeTakeFirst()
  if (row?.accept_return !== true) throw wrong('type_request', 'fares.no_return')
}

function limitsOf({ actor, network }: CallContext, id_widget: number) {
  const { phone } = actor.facts
  return [
    limitOf('book client', String(actor.id), MAX_BOOKED.client),
    limitOf('book network', network, MAX_BOOKED.network),
    limitOf('book widget', String(id_widget), MAX_BOOKED.widget),
    ...(typeof phone === 'string' && phone !== '' ? [limitOf('book phone', phone, MAX_BOOKED.phone)] : []),
  ]
}
