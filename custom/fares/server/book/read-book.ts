import { sql } from 'kysely'
import { living, type Row } from '#app/tables'
import type { Span } from '#engine/model'
import type { Db } from '#engine/server'
import { crossingIndex, zoneIndex } from '../../../geometry/model'
import type { HighDemandTerms, TarifTerms } from '../../model/fare-terms'
import type {
  BookBranch,
  BookProduct,
  BookSubscription,
  BookToll,
  CompanyProduct,
  FareBook,
  TarifZones,
  BookTarif,
} from './book'
import { flagOf, bookNumber, pointOf, bookRing, textOrNull } from './book-row'

/** Every tariff that is not removed, with its ranges; an inactive one may still be tried. */
async function readTarifs(db: Db): Promise<ReadonlyMap<number, BookTarif>> {
  const [tarifs, ranges] = await Promise.all([
    living(db, 'tarifs').selectAll().execute(),
    living(db, 'tarif_ranges')
      .select(['id', 'id_tarif', 'measure', 'from', 'price'])
      .orderBy('id_tarif')
      .orderBy('measure')
      .orderBy('from')
      .orderBy('id')
      .execute(),
  ])
  const byTarif = new Map<number | null, RangeRow[]>()
  for (const range of ranges) byTarif.set(range.id_tarif, [...(byTarif.get(range.id_tarif) ?? []), range])
  return new Map(tarifs.map((row) => [row.id, tarifOf(row, byTarif.get(row.id) ?? [])]))
}

type RangeRow = Row<'tarif_ranges', 'id' | 'id_tarif' | 'measure' | 'from' | 'price'>

const tarifOf = (row: Row<'tarifs'>, ranges: readonly RangeRow[]): BookTarif => ({
  terms: termsOf(row, ranges),
  state: row.state,
  id_branch: row.id_branch,
  allow_edit_price_on_dispatcher: flagOf(row.allow_edit_price_on_dispatcher),
  keep_initial: flagOf(row.keep_initial),
})

const termsOf = (row: Row<'tarifs'>, ranges: readonly RangeRow[]): TarifTerms => ({
  id: row.id,
  name: row.name,
  type: row.type,
  price_base: bookNumber(row.price_base),
  price_minimal: bookNumber(row.price_minimal),
  km_minimal: bookNumber(row.km_minimal),
  price_km: bookNumber(row.price_km),
  price_minute: bookNumber(row.price_minute),
  use_ranges: flagOf(row.use_ranges),
  ranges: ranges.map(({ id, measure, from, price }) => ({
    id,
    measure: measure === 'min' ? 'min' : 'km',
    from: bookNumber(from),
    price: bookNumber(price),
  })),
  price_wait: bookNumber(row.price_wait),
  wait_every: bookNumber(row.wait_every),
  courtesy_wait_time: bookNumber(row.courtesy_wait_time),
  price_pause: bookNumber(row.price_pause),
  price_parking: bookNumber(row.price_parking),
  price_courier: bookNumber(row.price_courier),
  pct_return: bookNumber(row.pct_return),
  service_fee_type: row.service_fee_type ?? '0',
  service_fee_amount: bookNumber(row.service_fee_amount),
  service_fee_minimal: bookNumber(row.service_fee_minimal),
  price_cancel: bookNumber(row.price_cancel),
  high_demands: flagOf(row.high_demands),
})

/** Zones of a tariff and the prices between them; prices of a removed zone are left out. */
async function readZones(db: Db, id_tarif: number): Promise<TarifZones> {
  const [areas, pairs] = await Promise.all([
    living(db, 'zones').where('id_tarif', '=', id_tarif).select(['id', 'name', 'path']).orderBy('id').execute(),
    living(db, 'prices')
      .where('id_tarif', '=', id_tarif)
      .where('amount', 'is not', null)
      .select(['id', 'id_zone_from', 'id_zone_to', 'amount'])
      .orderBy('id')
      .execute(),
  ])
  const zones = areas.map(({ id, name, path }) => ({ id, name, ring: bookRing(path) }))
  const there = new Set(zones.map(({ id }) => id))
  const prices = pairs
    .map(({ id, id_zone_from: from, id_zone_to: to, amount }) => ({ id, from, to, amount: bookNumber(amount) }))
    .filter(({ from, to }) => there.has(from) && there.has(to))
  return { zones, prices, index: zoneIndex(zones) }
}

/** Tables that a book is read from. */
export const BOOK_TABLES: readonly string[] = [
  'tarifs',
  'tarif_ranges',
  'zones',
  'prices',
  'products',
  'businesses',
  'company_products',
  'high_demands',
  'tolls',
  'branches',
  'subscriptions',
  'payment_methods',
]

/** Reads everything prices are made of except zones, which are read by tariff. */
export async function readFareBook(db: Db): Promise<FareBook> {
  const [tarifs, products, companies, demands, tolls, branches, subscriptions, payments] = await Promise.all([
    readTarifs(db),
    living(db, 'products as p')
      .where('p.state', '=', '1')
      .leftJoin('businesses as b', (join) => join.onRef('b.id', '=', 'p.id_business').on('b.date_deleted', 'is', null))
      // As text: only the application knows what a schedule contains.
      .selectAll('p')
      .select(['b.name as bu_name', 'b.icon as bu_icon', sql<string | null>`p.hours::text`.as('hours_text')])
      .orderBy('p.rank')
      .orderBy('p.id')
      .execute(),
    living(db, 'company_products').select(['id_company', 'id_product', 'id_tarif']).orderBy('id').execute(),
    living(db, 'high_demands').where('state', '=', '1').selectAll().orderBy('id').execute(),
    living(db, 'tolls')
      .where('state', '=', '1')
      .select(['id', 'name', 'price', 'id_branch', 'coordinates'])
      .orderBy('id')
      .execute(),
    living(db, 'branches')
      .where('state', '=', '1')
      .select(['id', 'name', 'point', 'timezone', 'area'])
      .orderBy('id')
      .execute(),
    living(db, 'subscriptions').where('state', '=', '1').selectAll().execute(),
    living(db, 'payment_methods').where('state', '=', '1').select(['id', 'type']).execute(),
  ])
  return {
    tarifs,
    products: products.map(productOf),
    companies: byCompany(companies),
    high_demands: demands.map(demandOf),
    tolls: crossingIndex(tolls.map(tollOf)),
    branches: branches.map(branchOf),
    covered: zoneIndex(branches.map(({ id, area }) => ({ id, ring: bookRing(area) }))),
    subscriptions: new Map(subscriptions.map((row) => [row.id, subscriptionOf(row)])),
    payments: new Map(payments.map(({ id, type }) => [id, type])),
    zonesOf: once((id_tarif) => readZones(db, id_tarif)),
    versions: new Map(),
  }
}

/** Asks once for each key; a failed request is repeated next time. */
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

interface ProductRow extends Row<'products'> {
  readonly hours_text: string | null
  readonly bu_name: string | null
  readonly bu_icon: string | null
}

function productOf(row: ProductRow): BookProduct {
  const hours = textOrNull(row.hours_text)
  return {
    id: row.id,
    name: row.name,
    surname: textOrNull(row.surname),
    id_tarif: Number(row.id_tarif),
    id_branch: row.id_branch,
    hide_price: flagOf(row.hide_price),
    for_companies: flagOf(row.for_companies),
    radius_of_request: row.radius_of_request === null ? null : bookNumber(row.radius_of_request),
    capacity_1: Math.max(1, bookNumber(row.capacity_1)),
    for_shared_service: flagOf(row.for_shared_service),
    allow_service_inmediate: flagOf(row.allow_service_inmediate),
    allow_service_scheduled: flagOf(row.allow_service_scheduled),
    allow_stop_contact: flagOf(row.allow_stop_contact),
    accept_return: flagOf(row.accept_return),
    min_time_to_schedule: bookNumber(row.min_time_to_schedule),
    hours: hours === null ? [] : (JSON.parse(hours) as readonly Span[]),
    business: row.bu_name ? { name: row.bu_name, icon: textOrNull(row.bu_icon) } : null,
  }
}

function byCompany(
  entries: readonly Row<'company_products', 'id_company' | 'id_product' | 'id_tarif'>[],
): ReadonlyMap<number, readonly CompanyProduct[]> {
  const found = new Map<number, CompanyProduct[]>()
  for (const { id_company, id_product, id_tarif } of entries) {
    const own = found.get(Number(id_company)) ?? []
    found.set(Number(id_company), own)
    own.push({ id_product: Number(id_product), id_tarif })
  }
  return found
}

const demandOf = (row: Row<'high_demands'>): HighDemandTerms => ({
  id: row.id,
  name: row.name,
  id_branch: row.id_branch,
  flat: flagOf(row.flat),
  amount: bookNumber(row.amount),
  days: row.days ?? 'all',
  // A time column includes seconds.
  time_from: row.time_from.slice(0, 5),
  time_to: row.time_to.slice(0, 5),
  valid_from: textOrNull(row.valid_from),
  valid_to: textOrNull(row.valid_to),
})

const tollOf = ({
  id,
  name,
  price,
  id_branch,
  coordinates,
}: Row<'tolls', 'id' | 'name' | 'price' | 'id_branch' | 'coordinates'>): BookToll => ({
  id,
  name,
  price: bookNumber(price),
  id_branch,
  ring: bookRing(coordinates),
})

const branchOf = (row: Row<'branches', 'id' | 'name' | 'point' | 'timezone' | 'area'>): BookBranch => ({
  id: row.id,
  name: row.name,
  point: pointOf(row.point),
  timezone: textOrNull(row.timezone),
  hasArea: bookRing(row.area).length > 2,
})

const subscriptionOf = (row: Row<'subscriptions'>): BookSubscription => ({
  id: row.id,
  name: row.name,
  id_tarif: row.id_tarif,
  fee_amount: bookNumber(row.fee_amount),
  fee_percentage: bookNumber(row.fee_percentage),
})
