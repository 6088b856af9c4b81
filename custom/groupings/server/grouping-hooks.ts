import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, isCountedId, type Json, type JsonObject, mayEdit, wrong } from '#engine/model'
import { anyOf, type HookContext, type Hooks, stateObjects, type Tx } from '#engine/server'
import { assertVehicleFree, giveAll, takeAll } from './change/give-rides'
import { freeRides, takeRidesBack } from './change/remove-grouping'
import { freeGroupingName } from './name-grouping'
import { GROUPINGS, OVER_STATES } from './read/read-grouping'

/**
 * A grouping as the form writes it: a name where none was given, the driver of its vehicle, and no other product or
 * branch once rides belong to it. Rides follow the vehicle where the grouping assigns by itself; its own calls do that
 * at once.
 */
export const groupingHooks: Hooks = {
  entity: 'groupings',
  said: {
    distance_source: {
      reads: [],
      say: ({ distance_source: source }, { say }) =>
        typeof source === 'string' ? say(`groupings.source.${source}`) : '',
    },
  },
  async beforeSave(context, data, before) {
    const { tx, now } = context
    if (before && OVER_STATES.includes(String(before['state'])))
      throw new AppError('CONFLICT', { say: 'groupings.over', params: { name: String(before['name'] ?? '') } })
    const is = (field: string): Json => data[field] ?? (field in data ? null : (before?.[field] ?? null))
    if (before) await assertKept(tx, data, before)
    const given = is('name') ?? ''
    const name =
      typeof given === 'string' && given.trim() === ''
        ? await freeGroupingName(tx, { id_product: numberOf(is('id_product')), day: now.toISOString().slice(0, 10) })
        : null
    const id_vehicle = numberOf(is('id_vehicle'))
    const moved = id_vehicle !== numberOf(before?.['id_vehicle'])
    return {
      ...data,
      ...(name !== null && { name }),
      ...(await branchOf(tx, is)),
      ...(moved && {
        id_driver: id_vehicle === null ? null : await driverOf(tx, id_vehicle),
        state: id_vehicle === null ? '1' : '2',
      }),
    }
  },
  async afterSave(context, record, before) {
    const { tx } = context
    const id = Number(record['id'])
    const id_vehicle = numberOf(record['id_vehicle'])
    const moved = id_vehicle !== numberOf(before?.['id_vehicle'])
    const by = actingIn(context)
    if (moved && before) await takeAll(tx, id, by)
    if (moved && id_vehicle !== null) await assertVehicleFree(tx, id, id_vehicle)
    const turnedOn = isOn(record['auto_assign']) && !isOn(before?.['auto_assign'])
    if (id_vehicle !== null && isOn(record['auto_assign']) && (moved || turnedOn)) await giveAll(tx, id, by)
  },
  beforeRemove: (context, record) => freeRides(context.tx, Number(record['id']), actingIn(context)),
  beforeRestore: (context, record) => takeRidesBack(context.tx, Number(record['id']), actingIn(context)),
  async present(db, records, teller) {
    const states = stateObjects(teller, 'groupings')
    const types = stateObjects(teller, 'groupings', 'type')
    const ids = [...new Set(records.flatMap(({ id_product }) => (isCountedId(id_product) ? [Number(id_product)] : [])))]
    const products = await tables(db)
      .selectFrom('products')
      .where('id', '=', anyOf(ids))
      .select(['id', 'capacity_1'])
      .execute()
    const seats = new Map(products.map(({ id, capacity_1 }) => [id, capacity_1]))
    return records.map((record) => ({
      ...record,
      can_edit: !OVER_STATES.includes(String(record['state'])) && mayEdit(teller.actor, GROUPINGS),
      type_text: types.get(String(record['type']))?.name ?? null,
      state_obj: states.get(String(record['state'])) ?? null,
      max_capacity_1: record['ve_capacity_1'] ?? seats.get(Number(record['id_product'])) ?? null,
    }))
  },
}

const numberOf = (value: Json | undefined): number | null => (isCountedId(value) ? Number(value) : null)
const isOn = (value: Json | undefined): boolean => value === true || value === 1 || value === '1'

const actingIn = ({ actor, now, id_session }: HookContext) => ({
  by: { mover: 'operator' as const, id_user: actor.id, platform: 'web', id_session: id_session ?? null },
  now,
})

/** Rides have joined as ones of this product and branch. */
async function assertKept(tx: Tx, data: JsonObject, before: JsonObject): Promise<void> {
  const changed = (['id_product', 'id_branch'] as const).find(
    (field) => field in data && numberOf(data[field]) !== numberOf(before[field]),
  )
  if (!changed) return
  const ride = await living(tx, 'services')
    .where('id_grouping', '=', Number(before['id']))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (ride) throw wrong(changed, 'groupings.has_services')
}

/** A product of one branch makes groupings of that branch. */
async function branchOf(tx: Tx, is: (field: string) => Json): Promise<{ readonly id_branch?: number }> {
  const id_product = numberOf(is('id_product'))
  if (is('id_branch') !== null || id_product === null) return {}
  const row = await tables(tx)
    .selectFrom('products')
    .where('id', '=', id_product)
    .select('id_branch')
    .executeTakeFirst()
  return row?.id_branch ? { id_branch: row.id_branch } : {}
}

/**
 * Who drives a vehicle: the driver on shift with it, else the one it is assigned to.
 * @throws {AppError} VALIDATION when nobody does
 */
async function driverOf(tx: Tx, id_vehicle: number): Promise<number> {
  const row = await living(tx, 'vehicles as v')
    .leftJoin('driver_shifts as h', (join) =>
      join.onRef('h.id_vehicle', '=', 'v.id').on('h.state', '<>', 'closed').on('h.date_deleted', 'is', null),
    )
    .where('v.id', '=', id_vehicle)
    .select(sql<number | null>`coalesce(h.id_driver, v.id_user)`.as('id_driver'))
    .executeTakeFirst()
  if (!row?.id_driver) throw wrong('id_vehicle', 'services.vehicle_without_driver')
  return row.id_driver
}
