import { sql } from 'kysely'
import { type Changes, living, patchRecord } from '#app/tables'
import { AppError } from '#engine/model'
import type { Tx } from '#engine/server'
import { computeFare, type FareDeal, readAgreed, storeFare, termsOf } from '../../../fares/server'
import { priceColumns } from '../../model/price-columns'

interface RecountAsked {
  readonly id_service: number
  readonly by: { readonly id_user: number; readonly id_session: number | null }
  readonly now: Date
  /** A row that is about to be removed. */
  readonly without?: { readonly entity: 'service_tolls' | 'service_pauses'; readonly id: number }
  /** Another subscription than the fare's. */
  readonly subscription?: FareDeal['subscription']
}

const SUMS = [
  'price_base',
  'price_toll',
  'price_wait',
  'price_courier',
  'price_pause',
  'price_parking',
  'price_demand',
  'price_service',
  'price_tax',
  'price_promo',
  'price_total',
  'price_fee',
  'price_driver',
  'id_fare',
  'id_subscription',
] as const

/**
 * Works the sums of a service out again from its rows of tolls and pauses, by the version of the tariff that it was
 * priced by: a fare of its own that replaces the last one, a line of the log, a new version. A fee that was set by hand
 * stays. The service is locked first.
 * @throws {AppError} NOT_FOUND
 */
export async function recountService(
  tx: Tx,
  { id_service, by, now, without, subscription }: RecountAsked,
): Promise<void> {
  const before = (await living(tx, 'services')
    .where('id', '=', id_service)
    .forUpdate()
    .select(({ ref }) => [
      'id',
      'state',
      'id_fare',
      'id_subscription',
      'is_fee_edited',
      ...SUMS.filter((name) => name.startsWith('price_')).map((name) =>
        sql<number>`coalesce(${ref(name)}, 0)::float8`.as(name),
      ),
    ])
    .executeTakeFirst()) as
    | (Sums & { readonly id_fare: number | null; readonly is_fee_edited: boolean | null })
    | undefined
  if (!before) throw new AppError('NOT_FOUND')
  const rows = await rowsOf(tx, id_service, without)
  const changed = (await byFare(tx, before, rows, subscription)) ?? byHand(before, rows)
  const kept = before.is_fee_edited ? keptFee(before, changed) : changed
  const says = Object.keys(kept).filter((name) => name !== 'id_fare')
  await patchRecord(tx, 'services', id_service, kept, {
    by: { ...by, platform: 'web' },
    now,
    verb: 'service_recount',
    says,
  })
}

type Sums = { readonly [name in (typeof SUMS)[number]]: number }

interface Extras {
  readonly tolls: readonly {
    readonly id: number
    readonly id_toll: number | null
    readonly name: string
    readonly price: number
  }[]
  readonly pauses: readonly { readonly id: number; readonly time: number; readonly price: number | null }[]
}

/** The rows that count, in the order in which they were put in. */
async function rowsOf(tx: Tx, id_service: number, without?: RecountAsked['without']): Promise<Extras> {
  const stays =
    (entity: string) =>
    ({ id }: { readonly id: number }) =>
      without?.entity !== entity || without.id !== id
  const tolls = await living(tx, 'service_tolls as t')
    .leftJoin('tolls as of', 'of.id', 't.id_toll')
    .where('t.id_service', '=', id_service)
    .orderBy('t.id')
    .select(({ ref }) => [
      't.id',
      't.id_toll',
      sql<string>`coalesce(${ref('t.name')}, ${ref('of.name')}, '')`.as('name'),
      sql<number>`coalesce(${ref('t.price')}, ${ref('of.price')}, 0)::float8`.as('price'),
    ])
    .execute()
  const pauses = await living(tx, 'service_pauses')
    .where('id_service', '=', id_service)
    .orderBy('id')
    .select(({ ref }) => [
      'id',
      sql<number>`${ref('time')}::float8`.as('time'),
      sql<number | null>`${ref('price')}::float8`.as('price'),
    ])
    .execute()
  return { tolls: tolls.filter(stays('service_tolls')), pauses: pauses.filter(stays('service_pauses')) }
}

const isRow = ({ row }: { readonly row?: number }): boolean => row !== undefined

async function byFare(
  tx: Tx,
  { id_fare }: { readonly id_fare: number | null },
  { tolls, pauses }: Extras,
  subscription?: FareDeal['subscription'],
): Promise<Changes<'services'> | null> {
  const agreed = id_fare === null ? null : await readAgreed(tx, id_fare)
  if (!agreed) return null
  const { trip } = agreed.deal
  const deal: FareDeal = {
    ...agreed.deal,
    ...(subscription !== undefined && { subscription }),
    trip: {
      ...trip,
      tolls: [
        ...trip.tolls.filter((toll) => !isRow(toll)),
        ...tolls.map(({ id, id_toll, name, price }) => ({ id: id_toll, name, price, row: id })),
      ],
      pauses: [
        ...trip.pauses.filter((pause) => !isRow(pause)),
        ...pauses.map(({ id, time, price }) => ({ minutes: time, price, row: id })),
      ],
    },
  }
  const fare = computeFare(termsOf(agreed.content, deal), deal.trip)
  const kept = await storeFare(tx, { quote: null, id_tarif_version: agreed.id_tarif_version, deal, fare })
  return { ...priceColumns(fare), id_fare: kept, id_subscription: deal.subscription?.id ?? null }
}

const sumOf = (prices: readonly (number | null)[]): number =>
  prices.reduce<number>((sum, price) => sum + Math.round((price ?? 0) * 10_000), 0) / 10_000

/**
 * Of a service without a fare: its prices were written by hand, and so are these. What the driver laid out is theirs.
 */
function byHand(before: Sums, { tolls, pauses }: Extras): Changes<'services'> {
  const price_toll = sumOf(tolls.map(({ price }) => price))
  const price_pause = sumOf(pauses.map(({ price }) => price))
  const more = sumOf([price_toll, price_pause, -before.price_toll, -before.price_pause])
  return {
    price_toll,
    price_pause,
    price_total: sumOf([before.price_total, more]),
    price_driver: sumOf([before.price_driver, more]),
  }
}

/** The fee that was set by hand stays: what changes is the driver's. */
function keptFee(before: Sums, changed: Changes<'services'>): Changes<'services'> {
  const both = Number(changed.price_fee ?? before.price_fee) + Number(changed.price_driver ?? before.price_driver)
  const price_fee = Math.min(before.price_fee, both)
  return { ...changed, price_fee, price_driver: sumOf([both, -price_fee]) }
}
