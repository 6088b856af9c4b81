import { living } from '#app/tables'
import { type JsonObject, wrong } from '#engine/model'
import { type Hooks, type Tx, wakeJob } from '#engine/server'
import { BY_SYSTEM, cancel } from '../../../services/server'
import { courierProduct } from './courier-product'
import { COURIERS_JOB } from './couriers-job'

/** Nobody has taken the ride yet. */
const UNTAKEN: readonly unknown[] = ['asked', 'none']

/**
 * An order's courier: asked for by the move `searchVehicles`, brought by a ride that the search of all rides finds a
 * driver for.
 */
export const courierHooks: Hooks = {
  entity: 'orders',
  async beforeSave({ tx, move, now }, data, before) {
    if (before && move === 'searchVehicles') await assertReachable(tx, before)
    else if (before) assertOwnDriver(data, before)
    const state = data['store_state']
    const isMoved = !before || (state !== undefined && state !== before['store_state'])
    // A move that is taken back brings its moment with it.
    return isMoved && data['date_state'] === undefined ? { ...data, date_state: now.toISOString() } : data
  },
  async afterSave({ tx, move, now }, record, before) {
    const was = Number(before?.['id_service'] ?? 0)
    // The earlier ride found nobody: it is not looked for beside the new one.
    if (move === 'searchVehicles') {
      if (was > 0) await callOff(tx, was, now)
      await wakeJob(tx, COURIERS_JOB)
    }
    const isOver = record['store_state'] === '4' || record['store_state'] === '0'
    if (isOver && was > 0 && UNTAKEN.includes(record['courier_state'])) await callOff(tx, was, now)
  },
}

/** While a ride brings it, its driver is the ride's. @throws {AppError} VALIDATION at `id_driver` */
function assertOwnDriver(data: JsonObject, { id_driver, courier_state }: JsonObject): void {
  const isOther = data['id_driver'] !== undefined && data['id_driver'] !== id_driver
  if (isOther && (courier_state ?? 'none') !== 'none') throw wrong('id_driver', 'delivery.has_courier')
}

/** @throws {AppError} VALIDATION where no courier could find the store or the client, or none can be asked */
async function assertReachable(tx: Tx, order: JsonObject): Promise<void> {
  const [id_store, id_type_store, id_branch] = [
    Number(order['id_store']),
    numberOf(order['id_type_store']),
    numberOf(order['id_branch']),
  ]
  const store = await living(tx, 'stores').where('id', '=', id_store).select('point').executeTakeFirst()
  if ((store?.point ?? null) === null) throw wrong('id_store', 'delivery.store_without_place')
  if ((order['point'] ?? null) === null) throw wrong('point', 'delivery.order_without_place')
  if ((await courierProduct(tx, { id_type_store, id_branch })) === null)
    throw wrong('id_store', 'delivery.no_courier_product')
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Unless somebody has it by now, or it is over. */
async function callOff(tx: Tx, id_service: number, now: Date): Promise<void> {
  const row = await living(tx, 'services')
    .where('id', '=', id_service)
    .select(['state', 'id_driver'])
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.id_driver !== null || row.state === 'canceled' || row.state === 'finalized') return
  await cancel(tx, { id_service, by: BY_SYSTEM, now, reason: null, free: true })
}
