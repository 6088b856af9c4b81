import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, type Db, iso, raised, serveCall, type Tx } from '#engine/server'
import { assertCoins, readAgreed } from '../../../fares/server'
import type { DispatcherService } from '../../model/dispatcher-service'
import {
  type HistoryStop,
  serviceStopsCall,
  STOP_PRICES,
  stopsCreateCall,
  stopsFormCall,
} from '../../model/history-calls'
import { assertSeesServices } from '../read/may-see'
import { readLegs } from '../handover/read-legs'
import { readService } from '../read/read-services'
import { serviceTrack } from '../read/service-info'

/**
 * `services/:id/stops`: the stops, where the driver went, and the zones of the tariff.
 * @throws {AppError} FORBIDDEN, NOT_FOUND
 */
export const serviceStops = serveCall(serviceStopsCall, async (context, { id }) => {
  assertSeesServices(context.actor)
  const service = await readService(context, context.db, id)
  return {
    service: { id, polyline: service.polyline, state: service.state, version: service.version },
    stops: await stopsOf(context, context.db, service),
    trackings: await serviceTrack(context, service, await readLegs(context, service.id)),
    zones: await zonesOf(context, service),
    product:
      service.pr_name === null
        ? null
        : { id: service.id_product, name: service.pr_name, hide_price: service.pr_hide_price },
  }
})

/** `services/:id/stopsForm`. */
export const stopsForm = serveCall(stopsFormCall, async (context, { id }) => {
  const service = await editable(context, id)
  return {
    version: service.version,
    has_prices: Number(await isPast(context.db, id)),
    stops: await stopsOf(context, context.db, service),
  }
})

/**
 * `services/:id/stopsCreate`: words of the stops stay to be corrected; where they are, and what a ride costs for it, is
 * the dispatcher's while it goes on.
 * @throws {AppError} FORBIDDEN, NOT_FOUND, CONFLICT on an old version, VALIDATION at `stops.0.id`
 */
export const stopsCreate = serveCall(stopsCreateCall, async (context, { id, version, stops }) => {
  await editable(context, id)
  stops.forEach((stop, i) =>
    assertCoins(context.settings, Object.fromEntries(STOP_PRICES.map((name) => [`stops.${i}.${name}`, stop[name]]))),
  )
  await context.records.write(async ({ tx, saveOwn }) => {
    const row = await living(tx, 'services').where('id', '=', id).select('version').forUpdate().executeTakeFirst()
    if (!row) throw new AppError('NOT_FOUND')
    const isPriced = await isPast(tx, id)
    const known = await living(tx, 'service_stops')
      .where('id_service', '=', id)
      .select('id')
      .orderBy('position')
      .orderBy('id')
      .execute()
    for (const [i, { id: id_stop, time_wait, ...stop }] of stops.entries()) {
      if (!known.some((one) => one.id === id_stop)) throw wrong(`stops.${i}.id`, 'ref')
      const prices = Object.fromEntries(
        STOP_PRICES.flatMap((name) => (stop[name] === undefined ? [] : [[name, stop[name]]])),
      )
      if (!isPriced && Object.keys(prices).length > 0)
        throw wrong(`stops.${i}.${Object.keys(prices)[0]}`, 'services.prices_of_past')
      await tables(tx)
        .updateTable('service_stops')
        .where('id', '=', id_stop)
        .set({ ...stop, ...(time_wait === undefined ? {} : { wait_s: time_wait ?? 0 }), ...raised(context.now()) })
        .execute()
    }
    await saveOwn(
      'services',
      { id, version: version ?? row.version },
      { also: await endsOf(tx, id, isPriced), verb: 'service_stops' },
    )
  })
  return { msg: context.say('records.done_save') }
})

async function editable(context: CallContext, id: number): Promise<DispatcherService> {
  if (!isStaff(context.actor)) throw new AppError('FORBIDDEN')
  return readService(context, context.db, id)
}

const isPast = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await living(db, 'services').where('id', '=', id).select('is_past').executeTakeFirst())?.is_past === true

/**
 * What a service keeps of its stops: where it begins and ends, how long was waited, and of one with prices by stop what
 * they come to.
 */
async function endsOf(tx: Tx, id: number, isPriced: boolean) {
  const rows = await living(tx, 'service_stops')
    .where('id_service', '=', id)
    .orderBy('position')
    .orderBy('id')
    .select(({ ref }) => [
      'address',
      'name',
      'wait_s',
      ...STOP_PRICES.map((name) => sql<number>`coalesce(${ref(name)}, 0)::float8`.as(name)),
    ])
    .execute()
  const [first, last] = [rows[0], rows.at(-1)]
  const ends = {
    org_address: first?.address ?? null,
    org_name: first?.name ?? null,
    dst_address: last?.address ?? null,
    dst_name: last?.name ?? null,
    time_wait: rows.reduce((sum, { wait_s }) => sum + (wait_s ?? 0), 0),
  }
  const sums = Object.fromEntries(
    STOP_PRICES.map((name) => [
      name,
      rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 10_000), 0) / 10_000,
    ]),
  )
  const of = (name: (typeof STOP_PRICES)[number]): number => sums[name] ?? 0
  if (!isPriced || STOP_PRICES.every((name) => of(name) === 0)) return ends
  const row = await living(tx, 'services')
    .where('id', '=', id)
    .select(({ ref }) => [
      sql<number>`coalesce(${ref('price_toll')}, 0)::float8`.as('toll'),
      sql<number>`coalesce(${ref('price_pause')}, 0)::float8`.as('pause'),
      sql<number>`coalesce(${ref('price_fee')}, 0)::float8`.as('fee'),
    ])
    .executeTakeFirstOrThrow()
  const exact = (value: number): number => Math.round(value * 10_000) / 10_000
  const total = exact(
    of('price_base') +
      of('price_wait') +
      of('price_parking') +
      of('price_courier') +
      of('price_demand') -
      of('price_promo') +
      row.toll +
      row.pause,
  )
  return {
    ...ends,
    price_base: of('price_base'),
    price_wait: of('price_wait'),
    price_courier: of('price_courier'),
    price_parking: of('price_parking'),
    price_demand: of('price_demand'),
    price_promo: of('price_promo'),
    price_total: Math.max(0, total),
    price_driver: Math.max(0, exact(total - row.fee)),
  }
}

async function stopsOf(
  { actor }: CallContext,
  db: Db,
  { id, pr_hide_price }: DispatcherService,
): Promise<HistoryStop[]> {
  const rows = await living(db, 'service_stops as s')
    .where('s.id_service', '=', id)
    .orderBy('s.position')
    .orderBy('s.id')
    .select(({ ref }) => [
      's.id',
      sql<number>`coalesce(${ref('s.position')}, 0)`.as('position'),
      sql<number | null>`${ref('s.point')}[1]`.as('lat'),
      sql<number | null>`${ref('s.point')}[0]`.as('lng'),
      sql<string>`coalesce(${ref('s.address')}, '')`.as('address'),
      's.name',
      's.contact_name',
      's.contact_phone',
      's.contact_email',
      's.notes',
      iso('s.date_reached').as('date_reached'),
      iso('s.date_left').as('date_left'),
      's.wait_s as time_wait',
      ...STOP_PRICES.map((name) => sql<number | null>`${ref(`s.${name}`)}::float8`.as(name)),
    ])
    .execute()
  const isBlind = pr_hide_price === 1 && !isStaff(actor)
  return rows.map((row) => ({
    ...row,
    ...(isBlind && Object.fromEntries(STOP_PRICES.map((name) => [name, null]))),
  })) as HistoryStop[]
}

async function zonesOf({ db }: CallContext, { id_fare }: DispatcherService) {
  const agreed = id_fare === null ? null : await readAgreed(db, id_fare)
  const zones = agreed?.content.zones ?? []
  if (zones.length === 0) return []
  const colours = await living(db, 'zones')
    .where(
      'id',
      'in',
      zones.map(({ id }) => id),
    )
    .select(['id', 'color'])
    .execute()
  const of = new Map(colours.map(({ id, color }) => [id, color]))
  return zones.map(({ id, name, ring }) => ({ id, name, color: of.get(id) ?? null, path: ring.map((at) => [...at]) }))
}
