import { sql } from 'kysely'
import { living, patchRecord, patchRecords } from '#app/tables'
import { AppError } from '#engine/model'
import {
  BY_PROGRAM,
  callAs,
  type CallContext,
  type Job,
  type Runtime,
  type ServerFeature,
  type Tx,
} from '#engine/server'
import type { PriceContext } from '../../../fares/server'
import { makeServices } from '../../../services/server'
import { COURIER_STATES, type CourierState } from '../../model/courier-state'
import { withHouseRights } from '../as-house'
import { takenAway } from '../trade/deliver'
import { courierProduct } from './courier-product'

export const COURIERS_JOB = 'delivery.couriers'
const BATCH = 100

/** Orders that have a courier, or ask for one. */
export const courierIndexes: NonNullable<ServerFeature['indexes']> = [
  {
    name: 'own_orders_courier',
    table: 'orders',
    over: "(id) where courier_state is not null and courier_state <> 'done' and date_deleted is null",
    awaited: true,
  },
  // The order of a ride, as its driver is shown it.
  { name: 'own_orders_service', table: 'orders', over: '(id_service) where id_service is not null', awaited: true },
]

/**
 * Makes the ride of each courier that was asked for, and keeps orders in step with it. All it goes by is in the rows,
 * so it may be cut off anywhere: a ride is made once by its key.
 */
export const couriersJob: Job = {
  name: COURIERS_JOB,
  every_s: 3,
  async run({ runtime, signal }) {
    await askInTime(runtime)
    const asked = await living(runtime.database.db, 'orders')
      .where('courier_state', '=', 'asked')
      .where('id_service', 'is', null)
      .select('id')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of asked) {
      if (signal.aborted) return
      await makeRide(runtime, id)
    }
    await followRides(runtime)
  },
}

/** How long a courier usually takes to reach a store: the search begins so long before an order is ready. */
const LEAD_MINUTES = 10

/** Asks for a courier where the store wants that to happen by itself, so that they arrive when the order is ready. */
async function askInTime({ database, now }: Runtime): Promise<void> {
  const at = now()
  const from = new Date(at.getTime() + LEAD_MINUTES * 60_000)
  const due = await living(database.db, 'orders as o')
    .innerJoin('stores as s', 's.id', 'o.id_store')
    .where('o.store_state', 'in', ['2', '3'])
    .where('o.courier_state', 'is', null)
    .where('o.id_driver', 'is', null)
    .where('s.auto_courier', '=', true)
    .where('o.point', 'is not', null)
    .where('s.point', 'is not', null)
    .where(sql<boolean>`o.date_ready <= ${from.toISOString()}::timestamptz`)
    .select(['o.id', 'o.id_client'])
    .orderBy('o.date_ready')
    .limit(BATCH)
    .execute()
  for (const { id, id_client } of due) {
    await database.transaction((tx) =>
      patchRecords(
        tx,
        'orders',
        (on) =>
          on.and([
            on('id', '=', id),
            on('store_state', 'in', ['2', '3']),
            on('courier_state', 'is', null),
            on('id_driver', 'is', null),
          ]),
        { courier_state: 'asked', id_user_courier: id_client, date_courier: at },
        { by: BY_PROGRAM, now: at, verb: 'searchVehicles', says: ['courier_state'] },
      ),
    )
  }
}

/**
 * In the name of who asked, and with the rights of the house: a partner's workers book no rides themselves. What people
 * order is no affair of their company.
 */
async function houseCall(
  runtime: Runtime,
  id_user: number | null,
): Promise<(CallContext & Pick<PriceContext, 'privately'>) | null> {
  const call = id_user === null ? null : await callAs(runtime, id_user, withHouseRights)
  return call && { ...call, privately: true }
}

async function makeRide(runtime: Runtime, id: number): Promise<void> {
  const order = await living(runtime.database.db, 'orders as o')
    .innerJoin('stores as s', 's.id', 'o.id_store')
    .leftJoin('users as c', 'c.id', 'o.id_client')
    .where('o.id', '=', id)
    .where('o.courier_state', '=', 'asked')
    .where('o.id_service', 'is', null)
    .select([
      'o.id_client',
      'o.id_branch',
      'o.id_type_store',
      'o.id_user_courier',
      'o.dst_address',
      'o.dst_reference',
      'o.num_articles',
      'o.date_courier',
      's.name',
      's.address',
      'c.name as client',
    ])
    .select(sql<number | null>`s.point[0]`.as('from_lng'))
    .select(sql<number | null>`s.point[1]`.as('from_lat'))
    .select(sql<number | null>`o.point[0]`.as('to_lng'))
    .select(sql<number | null>`o.point[1]`.as('to_lat'))
    .executeTakeFirst()
  if (!order) return
  const call = await houseCall(runtime, order.id_user_courier)
  const product = await courierProduct(runtime.database.db, order)
  const { from_lat, from_lng, to_lat, to_lng } = order
  if (
    !call ||
    !product ||
    order.id_client === null ||
    from_lat === null ||
    from_lng === null ||
    to_lat === null ||
    to_lng === null
  )
    return noCourier(runtime, id, null)
  const notes = call
    .say('delivery.courier_notes', {
      id,
      client: order.client ?? '',
      smart_count: Number(order.num_articles ?? 0),
      reference: order.dst_reference ?? '',
    })
    .trim()
  try {
    const [id_service = 0] = await makeServices(call, {
      id_client: order.id_client,
      id_product: product.id,
      order_number: call.say('delivery.courier_order', { id }),
      notes,
      after: 'search',
      idempotency: `order-courier-${id}-${Date.parse(String(order.date_courier))}`.slice(0, 64),
      stops: [
        { lat: from_lat, lng: from_lng, address: order.address?.trim() || order.name || '', name: order.name },
        { lat: to_lat, lng: to_lng, address: order.dst_address ?? '' },
      ],
    })
    const ride = await living(runtime.database.db, 'services')
      .where('id', '=', id_service)
      .select(['distance', 'duration'])
      .executeTakeFirst()
    await runtime.database.transaction((tx) =>
      patchRecords(
        tx,
        'orders',
        { id, courier_state: 'asked', id_service: null },
        { id_service, ...ride },
        { by: BY_PROGRAM, now: runtime.now(), verb: 'edit' },
      ),
    )
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    await noCourier(runtime, id, whyOf(call, cause, product.name))
  }
}

/** The refusal as people read it. */
function whyOf(call: CallContext, { say, params, errors }: AppError, product: string): string {
  const [first] = Object.entries(errors)
  if (!first) return call.say(say, params)
  const [source, { key, params: of }] = first
  // What is none of a ride's fields, such as hours, is said of the product.
  const title = call.model.entities['services']?.fields[source.split('.')[0] ?? '']?.title ?? product
  return `${title}: ${call.say(`validation.${key}`, of)}`
}

const noCourier = (runtime: Runtime, id: number, problem: string | null): Promise<void> =>
  runtime.database.transaction(async (tx) => {
    const row = await locked(tx, id)
    if (row?.courier_state !== 'asked') return
    await write(tx, runtime, {
      id,
      after: { courier_state: 'none', id_driver: row.id_driver },
      problem: problem?.slice(0, 300) ?? null,
    })
  })

/** Brings the driver and the state of each courier's ride to its order. */
async function followRides(runtime: Runtime): Promise<void> {
  const rows = await living(runtime.database.db, 'orders as o')
    .innerJoin('services as s', 's.id', 'o.id_service')
    .where(sql<boolean>`o.courier_state is not null and o.courier_state <> 'done'`)
    .select(['o.id', 's.state', 's.id_driver', 'o.courier_state', 'o.id_driver as has'])
    .orderBy('o.id')
    .execute()
  for (const row of rows) {
    const courier_state = COURIER_STATES[row.state ?? 'created']
    if (courier_state === row.courier_state && (courier_state === 'none' || row.id_driver === row.has)) continue
    await runtime.database.transaction(async (tx) => {
      const before = await locked(tx, row.id)
      if (!before || before.courier_state !== row.courier_state || before.id_driver !== row.has) return
      await write(tx, runtime, { id: row.id, after: { courier_state, id_driver: row.id_driver }, problem: null })
    })
  }
}

/** The courier has left the store with it. */
const HAS_IT: ReadonlySet<CourierState> = new Set(['started', 'arrived', 'done'])

interface Standing {
  readonly courier_state: CourierState | null
  readonly id_driver: number | null
}

const locked = (tx: Tx, id: number): Promise<Standing | undefined> =>
  living(tx, 'orders').where('id', '=', id).select(['courier_state', 'id_driver']).forUpdate().executeTakeFirst()

interface Written {
  readonly id: number
  readonly after: Standing
  readonly problem: string | null
}

async function write(tx: Tx, { now }: Runtime, { id, after, problem }: Written): Promise<void> {
  const at = now()
  await patchRecord(
    tx,
    'orders',
    id,
    { ...after, courier_problem: problem },
    { by: BY_PROGRAM, now: at, verb: 'edit', note: problem, says: ['courier_state', 'id_driver'] },
  )
  if (after.courier_state !== null && HAS_IT.has(after.courier_state)) await takenAway(tx, id, at)
}
