import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import { highDemandRecords, promotionRecords } from '../model/offer-dates'
import { BRIDGES, BUSINESSES, PAYMENT_METHODS, PRODUCTS, SUBSCRIPTIONS, TEST_GATEWAY } from '../model/offer-records'
import { randomInteger, pick, randomFrom } from '../model/random'
import { EXECUTIVE_RANGES, TARIFS } from '../model/tarif-records'
import { putDemoRanks } from './fill-ranks'
import { priceRecords, tollRecords, zoneRecords } from '../model/zone-records'

/** A random stream of its own, so that changes here do not affect the rest of the demo. */
const SEED = 4_112_026
const OPENED_DAYS = 400

interface Around {
  readonly branches: readonly number[]
  /** Companies that pay for their people's rides. */
  readonly companies: readonly number[]
  readonly clients: readonly number[]
  /** Types of vehicle by name. */
  readonly types: ReadonlyMap<string, number>
}

interface Sold {
  /** Ids by name. */
  readonly products: ReadonlyMap<string, number>
  readonly payments: ReadonlyMap<string, number>
  /** Companies that have agreed on a better car. */
  readonly executive: ReadonlySet<number>
}

/**
 * What a ride costs, and where: tariffs of every kind with their zones and prices, products, surcharges, promotions,
 * subscriptions.
 */
export async function fillFares(
  writer: DemoWriter,
  moments: Moments,
  { branches, companies, clients, types }: Around,
): Promise<Sold> {
  const random = randomFrom(SEED)
  const put = (entity: string, rows: readonly JsonObject[], isOneSave = false): Promise<number[]> => {
    const dates = rows.map((_, index) => moments.entered(random, index, rows.length * 3, OPENED_DAYS))
    const dated = rows.map((row, index) => ({
      ...row,
      date_created: (isOneSave ? dates.at(-1) : dates[index]) ?? null,
    }))
    return writer.insert(entity, dated.length, (index) => dated[index] ?? {})
  }
  const named = async (
    entity: string,
    rows: { readonly [key: string]: JsonObject },
  ): Promise<(key: string) => number> => {
    const ids = await put(entity, Object.values(rows))
    const keys = Object.keys(rows)
    return (key) => ids[keys.indexOf(key)] ?? 0
  }
  const branchOf = (at: number | undefined): JsonObject => (at === undefined ? {} : { id_branch: branches[at] ?? null })

  const business = await named('businesses', BUSINESSES)
  const [gateway = 0] = await writer.insert('payment_gateways', 1, () => TEST_GATEWAY)
  await writer.insert('bridges', BRIDGES.length, (index) => BRIDGES[index] ?? {})
  const payments = await put(
    'payment_methods',
    PAYMENT_METHODS.map(({ record, gateway: charged }) =>
      charged ? { ...record, id_payment_gateway: gateway } : record,
    ),
  )
  const tarif = await named('tarifs', TARIFS)
  await put(
    'tarif_ranges',
    EXECUTIVE_RANGES.map((range) => ({ id_tarif: tarif('executive'), ...range })),
  )
  const zones = zoneRecords(tarif('zones'))
  const zoneIds = await put(
    'zones',
    zones.map(({ record }) => record),
  )
  const placed = zones.map(({ middle }, index) => ({ id: zoneIds[index] ?? 0, middle }))
  await put('prices', priceRecords(tarif('zones'), placed), true)
  await putDemoRanks(writer, moments)
  await put('tolls', tollRecords())

  const products = await put(
    'products',
    PRODUCTS.map((product) => ({
      ...product.record,
      id_business: business(product.business),
      id_tarif: tarif(product.tarif),
      type_vehicles: product.vehicles?.flatMap((name) => types.get(name) ?? []) ?? null,
    })),
  )
  const [executive, corporate] = ['Ejecutivo', 'Corporativo'].map(
    (name) => products[PRODUCTS.findIndex(({ record }) => record.name === name)] ?? 0,
  )
  // Every company rides with the corporate product; some have agreed on a tariff of their own for a better car.
  const better = new Set(companies.filter((_, index) => index % 3 === 0))
  await put(
    'company_products',
    companies.flatMap((id_company): JsonObject[] => [
      { id_company, id_product: corporate ?? 0 },
      ...(better.has(id_company) ? [{ id_company, id_product: executive ?? 0, id_tarif: tarif('corporate') }] : []),
    ]),
  )
  await put(
    'subscriptions',
    SUBSCRIPTIONS.map(({ record, tarif: key }) => ({
      ...record,
      ...(key === undefined ? {} : { id_tarif: tarif(key) }),
    })),
  )
  await put(
    'high_demands',
    highDemandRecords(random, moments).map(({ record, branch }) => ({ ...record, ...branchOf(branch) })),
  )

  const promotions = promotionRecords(random, moments)
  const promotionIds = await put(
    'promotions',
    promotions.map(({ record, branch }) => ({ ...record, ...branchOf(branch) })),
  )
  await put(
    'promotion_uses',
    promotions.flatMap(({ uses }, index) =>
      Array.from({ length: uses }, () => ({
        id_promotion: promotionIds[index] ?? 0,
        id_client: pick(random, clients),
        amount: randomInteger(random, 4, 20) / 2,
      })),
    ),
  )
  const byName = (records: readonly JsonObject[], ids: readonly number[]) =>
    new Map(records.map(({ name }, index) => [String(name), ids[index] ?? 0]))
  return {
    products: byName(
      PRODUCTS.map(({ record }) => record),
      products,
    ),
    payments: byName(
      PAYMENT_METHODS.map(({ record }) => record),
      payments,
    ),
    executive: better,
  }
}
