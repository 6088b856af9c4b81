import { KIND, isStaff } from '#app/asker'
import { type NotNull, sql } from 'kysely'
import { living, tables, visible } from '#app/tables'
import { AppError, type JsonObject, wrong, DAY_MS } from '#engine/model'
import { type CallContext, raised, serveCall, type Tx } from '#engine/server'
import { assertCoins } from '../../../fares/server'
import { createPastCall, type Past, updatePastCall } from '../../model/past-calls'

/**
 * `services/createPast`: a ride that nobody put in while it went on.
 * @throws {AppError} FORBIDDEN while the setting is off; VALIDATION at the field that is wrong
 */
export const createPast = serveCall(createPastCall, async (context, input) => {
  const { records, now, actor, say } = context
  assertMay(context)
  const facts = await factsOf(context, input)
  const id = await records.write(async ({ tx, saveOwn }) => {
    const saved = await saveOwn(
      'services',
      { notes: input.notes?.trim() || null },
      {
        also: {
          ...facts,
          state: 'finalized',
          outcome: 'finalized',
          is_past: 1,
          id_user_created: actor.id,
          id_operator: actor.id,
          by_operator: 1,
          scheduled: 0,
        },
        verb: 'service_past',
      },
    )
    const made = Number(saved.id)
    const ends = [input.org_address, input.dst_address].map((address) => address?.trim() || say('services.past_stop'))
    await tables(tx)
      .insertInto('service_stops')
      .values(
        ends.map((address, position) => ({
          id_service: made,
          position,
          address,
          date_created: now(),
          date_updated: now(),
        })),
      )
      .execute()
    return made
  })
  return { id, msg: say('services.past_saved', { id }) }
})

/**
 * `services/updatePast`: the same for one that was put in so.
 * @throws {AppError} as `createPast`; CONFLICT on an old version, or for a ride that went its way here
 */
export const updatePast = serveCall(updatePastCall, async (context, { id, version, ...input }) => {
  assertMay(context)
  const facts = await factsOf(context, input)
  await context.records.write(async ({ tx, saveOwn }) => {
    const row = await visible(tx, context, 'services')
      .where('id', '=', id)
      .select(['version', 'is_past'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('NOT_FOUND')
    if (row.is_past !== true) throw new AppError('CONFLICT', { say: 'services.not_past' })
    await saveOwn(
      'services',
      { id, version: version ?? row.version, notes: input.notes?.trim() || null },
      { also: { ...facts, ...(await sumsOf(tx, id, facts)) }, verb: 'service_past' },
    )
    await renameEnds(tx, id, input, context.now())
  })
  return { id, msg: context.say('records.done_save') }
})

function assertMay({ actor, settings }: CallContext): void {
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  if (Number(settings['can_create_past_services'] ?? 0) !== 1)
    throw new AppError('FORBIDDEN', { say: 'services.past_off' })
}

/**
 * Whoever puts in a service writes of the last two years, and no ride goes on for a week: anything beyond is a mistyped
 * year or month.
 */
const MAX_AGE_DAYS = 731
const MAX_RIDE_DAYS = 7

/** What the fields come to, once each that names something is seen to be the asker's to name. */
async function factsOf(context: CallContext, input: Past): Promise<JsonObject> {
  const { db, now } = context
  const ended = new Date(input.date_finalized)
  if (ended.getTime() > now().getTime()) throw wrong('date_finalized', 'services.future')
  if (now().getTime() - ended.getTime() > MAX_AGE_DAYS * DAY_MS) throw wrong('date_finalized', 'services.too_old')
  if (input.date_started && ended.getTime() - Date.parse(input.date_started) > MAX_RIDE_DAYS * DAY_MS)
    throw wrong('date_started', 'services.too_long', { days: MAX_RIDE_DAYS })
  if (input.date_started && Date.parse(input.date_started) > ended.getTime())
    throw wrong('date_started', 'services.before_last')
  const there = async (
    entity: 'branches' | 'products' | 'payment_methods' | 'tarifs' | 'company_cecos',
    id: number,
    field: string,
  ): Promise<void> => {
    if (!(await visible(db, context, entity).where('id', '=', id).select('id').executeTakeFirst()))
      throw wrong(field, 'ref')
  }
  await there('branches', input.id_branch, 'id_branch')
  await there('products', input.id_product, 'id_product')
  await there('payment_methods', input.id_payment, 'id_payment')
  await there('tarifs', input.id_tarif, 'id_tarif')
  if (input.id_company_ceco) await there('company_cecos', input.id_company_ceco, 'id_company_ceco')
  const client = await visible(db, context, 'users')
    .where('id', '=', input.id_client)
    .where('type_user', '=', KIND.client)
    .select(['id', 'id_company', 'id_company_area'])
    .executeTakeFirst()
  if (!client) throw wrong('id_client', 'ref')
  const vehicle = await visible(db, context, 'vehicles')
    .where('id', '=', input.id_vehicle)
    .select(['id', 'id_user'])
    .$narrowType<{ id: NotNull }>()
    .executeTakeFirst()
  if (!vehicle) throw wrong('id_vehicle', 'ref')
  assertCoins(context.settings, {
    price_base: input.price_base,
    price_wait: input.price_wait,
    price_promo: input.price_promo,
  })
  const [base, wait, promo] = [input.price_base ?? 0, input.price_wait ?? 0, input.price_promo ?? 0]
  if (promo > base + wait) throw wrong('price_promo', 'services.discount_over')
  const started = input.date_started ? new Date(input.date_started).toISOString() : null
  const total = Math.round((base + wait - promo) * 10_000) / 10_000
  return {
    id_branch: input.id_branch,
    id_client: client.id,
    id_company: client.id_company,
    id_company_area: client.id_company_area,
    id_company_ceco: input.id_company_ceco ?? null,
    id_product: input.id_product,
    id_payment: input.id_payment,
    id_tarif: input.id_tarif,
    id_vehicle: vehicle.id,
    id_driver: vehicle.id_user,
    date_started: started,
    date_finalized: ended.toISOString(),
    duration: started === null ? null : Math.round((ended.getTime() - Date.parse(started)) / 1000),
    org_address: input.org_address?.trim() || null,
    dst_address: input.dst_address?.trim() || null,
    price_base: base,
    price_wait: wait,
    price_promo: promo,
    price_total: total,
    price_fee: 0,
    price_driver: total,
  }
}

/** Tolls, pauses, and what its stops cost more, stay as it has them by now, and what was set by hand of its fee. */
async function sumsOf(tx: Tx, id: number, { price_total }: JsonObject): Promise<JsonObject> {
  const row = await living(tx, 'services')
    .where('id', '=', id)
    .select(({ ref }) => [
      sql<number>`(coalesce(${ref('price_toll')}, 0) + coalesce(${ref('price_pause')},
        0) + coalesce(${ref('price_courier')}, 0)
      + coalesce(${ref('price_parking')}, 0) + coalesce(${ref('price_demand')}, 0))::float8`.as('extras'),
      sql<number>`coalesce(${ref('price_fee')}, 0)::float8`.as('fee'),
    ])
    .executeTakeFirstOrThrow()
  const total = Math.round((Number(price_total) + row.extras) * 10_000) / 10_000
  const price_fee = Math.min(row.fee, total)
  return { price_total: total, price_fee, price_driver: Math.round((total - price_fee) * 10_000) / 10_000 }
}

async function renameEnds(tx: Tx, id: number, { org_address, dst_address }: Past, now: Date): Promise<void> {
  const stops = await living(tx, 'service_stops')
    .where('id_service', '=', id)
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const [stop, address] of [
    [stops[0], org_address],
    [stops.at(-1), dst_address],
  ] as const) {
    if (stop && address?.trim())
      await tables(tx)
        .updateTable('service_stops')
        .set({ address: address.trim(), ...raised(now) })
        .where('id', '=', stop.id)
        .execute()
  }
}
