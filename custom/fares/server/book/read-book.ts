import { sql } from 'kysely'
import type { Span } from '#engine/model'
import type { Db } from '#engine/server'
import { crossingIndex } from '../../../geo/model/crossed-areas'
import { zoneIndex } from '../../../geo/model/zone-index'
import type { HighDemandTerms, TarifTerms } from '../../model/fare-terms'
import type { BookBranch, BookProduct, BookSubscription, BookToll, CompanyProduct, FareBook, TarifZones, BookTarif } from './book'
import { flagOf, idOrNull, numberOf, pointOf, ringOf, textOrNull, type Row } from './book-row'

/** Every tariff that is not removed, with its ranges; one that is not active may still be tried. */
async function readTarifs(db: Db): Promise<ReadonlyMap<number, BookTarif>> {
  const [tarifs, ranges] = await Promise.all([
    sql<Row>`select * from tarifs where date_deleted is null`.execute(db),
    sql<Row>`select id, id_tarif, measure, "from", price from tarif_ranges
      where date_deleted is null order by id_tarif, measure, "from", id`.execute(db),
  ])
  const byTarif = new Map<number, Row[]>()
  for (const range of ranges.rows) byTarif.set(Number(range.id_tarif), [...(byTarif.get(Number(range.id_tarif)) ?? []), range])
  return new Map(tarifs.rows.map((row) => [Number(row.id), tarifOf(row, byTarif.get(Number(row.id)) ?? [])]))
}

const tarifOf = (row: Row, ranges: readonly Row[]): BookTarif => ({
  terms: termsOf(row, ranges),
  state: String(row.state),
  id_branch: idOrNull(row.id_branch),
  allow_edit_price_on_dispatcher: flagOf(row.allow_edit_price_on_dispatcher),
  keep_initial: flagOf(row.keep_initial),
})

const termsOf = (row: Row, ranges: readonly Row[]): TarifTerms => ({
  id: Number(row.id),
  name: String(row.name),
  type: String(row.type),
  price_base: numberOf(row.price_base),
  price_minimal: numberOf(row.price_minimal),
  km_minimal: numberOf(row.km_minimal),
  price_km: numberOf(row.price_km),
  price_minute: numberOf(row.price_minute),
  use_ranges: flagOf(row.use_ranges),
  ranges: ranges.map(({ id, measure, from, price }) =>
    ({ id: Number(id), measure: measure === 'min' ? 'min' : 'km', from: numberOf(from), price: numberOf(price) })),
  price_wait: numberOf(row.price_wait),
  wait_every: numberOf(row.wait_every),
  courtesy_wait_time: numberOf(row.courtesy_wait_time),
  price_pause: numberOf(row.price_pause),
  price_parking: numberOf(row.price_parking),
  price_courier: numberOf(row.price_courier),
  pct_return: numberOf(row.pct_return),
  service_fee_type: String(row.service_fee_type ?? '0'),
  service_fee_amount: numberOf(row.service_fee_amount),
  service_fee_minimal: numberOf(row.service_fee_minimal),
  price_cancel: numberOf(row.price_cancel),
  high_demands: flagOf(row.high_demands),
})

/** Zones of a tariff and the prices between them; what leads to a zone that is gone is gone. */
async function readZones(db: Db, id_tarif: number): Promise<TarifZones> {
  const [areas, pairs] = await Promise.all([
    sql<Row>`select id, name, path::text as ring from zones where id_tarif = ${id_tarif} and date_deleted is null order by id`.execute(db),
    sql<Row>`select id, id_zone_from, id_zone_to, amount from prices
      where id_tarif = ${id_tarif} and date_deleted is null and amount is not null order by id`.execute(db),
  ])
  const zones = areas.rows.map(({ id, name, ring }) => ({ id: Number(id), name: String(name), ring: ringOf(ring) }))
  const living = new Set(zones.map(({ id }) => id))
  const prices = pairs.rows
    .map(({ id, id_zone_from, id_zone_to, amount }) =>
      ({ id: Number(id), from: Number(id_zone_from), to: Number(id_zone_to), amount: numberOf(amount) }))
    .filter(({ from, to }) => living.has(from) && living.has(to))
  return { zones, prices, index: zoneIndex(zones) }
}

/** Tables that a book is read from. */
export const BOOK_TABLES: readonly string[] = [
  'tarifs', 'tarif_ranges', 'zones', 'prices', 'products', 'businesses', 'company_products', 'high_demands', 'tolls', 'branches',
  'subscriptions', 'payment_methods',
]

/** Reads all that prices are made of but zones, which are read by tariff. */
export async function readBook(db: Db): Promise<FareBook> {
  const [tarifs, products, companies, demands, tolls, branches, subscriptions, payments] = await Promise.all([
    readTarifs(db),
    rows(db, sql`select p.*, p.hours::text as hours_text, b.name as bu_name, b.icon as bu_icon from products p
      left join businesses b on b.id = p.id_business and b.date_deleted is null
      where p.date_deleted is null and p.state = '1' order by p.rank, p.id`),
    rows(db, sql`select id_company, id_product, id_tarif from company_products where date_deleted is null order by id`),
    rows(db, sql`select h.*, h.valid_from::text as first_day, h.valid_to::text as last_day,
        h.time_from::text as opens, h.time_to::text as closes
      from high_demands h where h.date_deleted is null and h.state = '1' order by h.id`),
    rows(db, sql`select id, name, price, id_branch, coordinates::text as ring from tolls
      where date_deleted is null and state = '1' order by id`),
    rows(db, sql`select id, name, point::text as point, timezone, area::text as ring from branches
      where date_deleted is null and state = '1' order by id`),
    rows(db, sql`select * from subscriptions where date_deleted is null and state = '1'`),
    rows(db, sql`select id, type from payment_methods where date_deleted is null and state = '1'`),
  ])
  return {
    tarifs,
    products: products.map(productOf),
    companies: byCompany(companies),
    high_demands: demands.map(demandOf),
    tolls: crossingIndex(tolls.map(tollOf)),
    branches: branches.map(branchOf),
    covered: zoneIndex(branches.map(({ id, ring }) => ({ id: Number(id), ring: ringOf(ring) }))),
    subscriptions: new Map(subscriptions.map((row) => [Number(row.id), subscriptionOf(row)])),
    payments: new Map(payments.map(({ id, type }) => [Number(id), String(type)])),
    zonesOf: once((id_tarif) => readZones(db, id_tarif)),
    versions: new Map(),
  }
}

async function rows(db: Db, query: ReturnType<typeof sql>): Promise<readonly Row[]> {
  return (await query.execute(db)).rows as readonly Row[]
}

/** Asks once for each key; what failed is asked again. */
function once<T>(ask: (id: number) => Promise<T>): (id: number) => Promise<T> {
  const known = new Map<number, Promise<T>>()
  return (id) => {
    const asked = known.get(id) ?? ask(id)
    if (!known.has(id)) {
      known.set(id, asked)
      asked.catch(() => known.delete(id))
    }
    return asked
  }
}

function productOf(row: Row): BookProduct {
  const hours = textOrNull(row.hours_text)
  return {
    id: Number(row.id),
    name: String(row.name),
    surname: textOrNull(row.surname),
    id_tarif: Number(row.id_tarif),
    id_branch: idOrNull(row.id_branch),
    hide_price: flagOf(row.hide_price),
    capacity_1: Math.max(1, numberOf(row.capacity_1)),
    for_shared_service: flagOf(row.for_shared_service),
    allow_service_inmediate: flagOf(row.allow_service_inmediate),
    allow_service_scheduled: flagOf(row.allow_service_scheduled),
    allow_stop_contact: flagOf(row.allow_stop_contact),
    accept_return: flagOf(row.accept_return),
    min_time_to_schedule: numberOf(row.min_time_to_schedule),
    hours: hours === null ? [] : (JSON.parse(hours) as readonly Span[]),
    business: textOrNull(row.bu_name) === null ? null : { name: String(row.bu_name), icon: textOrNull(row.bu_icon) },
  }
}

function byCompany(entries: readonly Row[]): ReadonlyMap<number, readonly CompanyProduct[]> {
  const found = new Map<number, CompanyProduct[]>()
  for (const { id_company, id_product, id_tarif } of entries) {
    const own = found.get(Number(id_company)) ?? []
    found.set(Number(id_company), own)
    own.push({ id_product: Number(id_product), id_tarif: idOrNull(id_tarif) })
  }
  return found
}

const demandOf = (row: Row): HighDemandTerms => ({
  id: Number(row.id),
  name: String(row.name),
  id_branch: idOrNull(row.id_branch),
  flat: flagOf(row.flat),
  amount: numberOf(row.amount),
  days: String(row.days ?? 'all'),
  // A time column tells seconds as well.
  time_from: String(row.opens).slice(0, 5),
  time_to: String(row.closes).slice(0, 5),
  valid_from: textOrNull(row.first_day),
  valid_to: textOrNull(row.last_day),
})

const tollOf = (row: Row): BookToll =>
  ({ id: Number(row.id), name: String(row.name), price: numberOf(row.price), id_branch: idOrNull(row.id_branch), ring: ringOf(row.ring) })

const branchOf = (row: Row): BookBranch => ({
  id: Number(row.id),
  name: String(row.name),
  point: pointOf(row.point),
  timezone: textOrNull(row.timezone),
  hasArea: ringOf(row.ring).length > 2,
})

const subscriptionOf = (row: Row): BookSubscription => ({
  id: Number(row.id),
  name: String(row.name),
  id_tarif: idOrNull(row.id_tarif),
  fee_amount: numberOf(row.fee_amount),
  fee_percentage: numberOf(row.fee_percentage),
})
