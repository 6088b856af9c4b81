import { sql } from 'kysely'
import { living } from '#app/tables'
import { choices, type JsonObject } from '#engine/model'
import { anyOf, type Db, type Hooks, iso, stateObjects } from '#engine/server'
import { decodeLine, type LatLng } from '../../../geometry/model'
import { arrivalOf } from '../../../tracking/model'
import { canSearchVehicles } from '../../model/courier-state'
import { courierFare } from './courier-fare'

type PresentAt = Parameters<NonNullable<Hooks['present']>>[2]

/**
 * What an order says beside its fields (spec 2 §3): its state in words, its articles, its prices, and when its courier
 * is there.
 */
export const presentOrders: Hooks = {
  entity: 'orders',
  presentReads: [
    'id',
    'store_state',
    'id_driver',
    'courier_state',
    'date_state',
    'pm_name',
    'pm_type',
    'price_articles',
    'price_delivery',
    'price_total',
    'source',
    'minutes',
    'date_ready',
  ],
  async present(db, records, at) {
    const ids = records.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
    const [states, lines, arrivals, values] = [
      stateObjects(at, 'orders', 'store_state'),
      await linesOf(db, ids),
      await arrivalsOf(db, records, at.now),
      await fieldsOf(db, ids, at),
    ]
    const [only] = records
    const fare = records.length === 1 && only ? await courierFare(db, only, at) : null
    const method = at.model.entities['payment_methods']?.fields['type']
    const icons = new Map((method ? choices(method) : []).map(({ value, icon }) => [value, icon]))
    return records.map((record) => {
      const order_articles = lines.get(Number(record['id'])) ?? []
      return {
        ...record,
        state_obj: states.get(String(record['store_state'])) ?? null,
        ago_state: record['date_state'] ?? null,
        vehicle_requesting: Number(record['courier_state'] === 'asked'),
        can_search_vehicles: Number(canSearchVehicles(record)),
        payment:
          (record['pm_name'] ?? null) === null
            ? null
            : { name: record['pm_name'] ?? null, icon: icons.get(String(record['pm_type'])) ?? null },
        order_articles,
        prices: pricesOf(record, at),
        infos: infosOf(record, at),
        fields: values.get(Number(record['id'])) ?? [],
        date_courier_eta: arrivals.get(Number(record['id'])) ?? null,
        // Of one order, as its page reads it: each fare is worked out from its tariff's version.
        ...(fare && { fare }),
      }
    })
  },
}

/** A field's name in the asker's language; the schema has the original. */
function titleOf({ say, model }: PresentAt, field: string): string {
  const key = `entities.orders.fields.${field}`
  const text = say(key)
  return text === key ? (model.entities['orders']?.fields[field]?.title ?? field) : text
}

/** What the client pays, line by line. */
const pricesOf = (record: JsonObject, at: PresentAt): JsonObject[] =>
  (['price_articles', 'price_delivery', 'price_total'] as const).flatMap((name) =>
    (record[name] ?? null) === null ? [] : [{ key: name, name: titleOf(at, name), price: record[name] ?? null }],
  )

/** What else people ask of an order, in words. */
function infosOf(record: JsonObject, at: PresentAt): JsonObject[] {
  const source = stateObjects(at, 'orders', 'source').get(String(record['source']))
  const minutes = record['minutes'] ?? null
  return [
    ...(source ? [{ key: 'source', name: titleOf(at, 'source'), value: source.name }] : []),
    ...(minutes === null
      ? []
      : [{ key: 'minutes', name: titleOf(at, 'minutes'), value: `${String(minutes)}\u00a0min` }]),
  ]
}

/** Values of the fields that the house has added by itself. */
async function fieldsOf(
  db: Db,
  ids: readonly number[],
  { model }: PresentAt,
): Promise<ReadonlyMap<number, JsonObject[]>> {
  const own = Object.values(model.entities['orders']?.fields ?? {}).filter(
    ({ dynamic, secret, see }) => dynamic && !secret && !see,
  )
  if (own.length === 0 || ids.length === 0) return new Map()
  const rows = await living(db, 'orders')
    .where('id', '=', anyOf(ids))
    .select(['id', sql<string | null>`dynamic_values::text`.as('values')])
    .execute()
  return new Map(
    rows.map(({ id, values }) => {
      const given = JSON.parse(values ?? '{}') as JsonObject
      return [
        id,
        own.flatMap(({ name, title }): JsonObject[] =>
          (given[name] ?? null) === null ? [] : [{ key: name, name: title, value: given[name] ?? null }],
        ),
      ]
    }),
  )
}

/** An article of an order as its store reads it. */
interface OrderLine {
  readonly [key: string]: string | number | null | readonly string[]
  readonly article: string
  readonly quantity: number
  readonly notes: string | null
  readonly price_total: number
  readonly options: readonly string[]
}

async function linesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, OrderLine[]>> {
  const found = new Map<number, OrderLine[]>()
  if (ids.length === 0) return found
  const rows = await living(db, 'order_articles as l')
    .leftJoin('articles as a', 'a.id', 'l.id_article')
    .where('l.id_order', '=', anyOf(ids))
    .select([
      'l.id',
      'l.id_order',
      'a.name',
      'l.quantity',
      'l.notes',
      sql<number>`l.price_total::float8`.as('price_total'),
    ])
    .select(
      sql<
        string[] | null
      >`(select array_agg(case when o.quantity > 1 then o.quantity || ' × ' || o.name else o.name end order by o.id)
      from order_article_options o where o.id_order_article = l.id and o.date_deleted is null)`.as('options'),
    )
    .orderBy('l.id')
    .execute()
  for (const { id_order, name, quantity, notes, price_total, options } of rows) {
    const line: OrderLine = {
      article: name ?? '',
      quantity: quantity ?? 1,
      notes: notes === '' ? null : notes,
      price_total,
      options: options ?? [],
    }
    found.set(Number(id_order), [...(found.get(Number(id_order)) ?? []), line])
  }
  return found
}

/** When couriers who are under way are at the store, or with the order at the client, by where they were seen last. */
async function arrivalsOf(db: Db, records: readonly JsonObject[], now: Date): Promise<ReadonlyMap<number, string>> {
  const ids = records.flatMap(({ id, courier_state }) =>
    typeof id === 'number' && UNDER_WAY.includes(String(courier_state)) ? [id] : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await living(db, 'orders as o')
    .innerJoin('services as s', 's.id', 'o.id_service')
    .innerJoin('stores as t', 't.id', 'o.id_store')
    .innerJoin('vehicle_positions as p', 'p.id_vehicle', 's.id_vehicle')
    .where('o.id', '=', anyOf(ids))
    .where('p.date_deleted', 'is', null)
    .select(['o.id', 's.state', 's.polyline', 's.distance', 's.duration', iso('p.date_fix').as('date_fix')])
    .select([
      sql<number>`p.point[1]`.as('lat'),
      sql<number>`p.point[0]`.as('lng'),
      sql<number | null>`t.point[1]`.as('from_lat'),
      sql<number | null>`t.point[0]`.as('from_lng'),
    ])
    .execute()
  return new Map(
    rows.flatMap(({ id, state, polyline, distance, duration, date_fix, lat, lng, from_lat, from_lng }) => {
      const date = arrivalOf(
        {
          state: state ?? '',
          distance,
          duration,
          points: state === 'started' ? pointsOf(polyline) : [],
          org: from_lat === null || from_lng === null ? null : [from_lat, from_lng],
          vehicle: date_fix === null ? null : { at: [lat, lng], date_fix },
        },
        now,
      )
      return date === null ? [] : [[id, date] as const]
    }),
  )
}

const UNDER_WAY: readonly string[] = ['accepted', 'onway', 'started']

function pointsOf(polyline: string | null): readonly LatLng[] {
  try {
    return decodeLine(polyline ?? '')
  } catch {
    return []
  }
}
