import { living } from '#app/tables'
import { AppError, type CallRequest, isCountedId, type FieldError } from '#engine/model'
import { anyOf, type Db } from '#engine/server'
import type { savePricesCall } from '../../model/prices-calls'

type AskedPrice = CallRequest<typeof savePricesCall>['prices'][number]

/** A direction between two zones, as a request names it: by its zones or by its price's id. */
export interface NamedPrice {
  /** Its place in the request. */
  readonly at: number
  readonly id_tarif: number
  readonly from: number
  readonly to: number
  readonly asked: AskedPrice
}

interface Pair {
  readonly id_tarif: number
  readonly from: number
  readonly to: number
}

/**
 * Finds which direction of which tariff each price of a request means.
 * @throws {AppError} VALIDATION for prices and zones that do not exist, zones of two tariffs, and a direction that is
 * named twice
 */
export async function namedPrices(db: Db, prices: readonly AskedPrice[]): Promise<readonly NamedPrice[]> {
  const pairs = await pairsById(db, prices.flatMap(({ id }) => id ?? []).filter(isCountedId))
  const tarifs = await tarifsOfZones(
    db,
    prices.flatMap(({ id, id_zone_from, id_zone_to }) => (id ? [] : [id_zone_from, id_zone_to])).filter(isCountedId),
  )
  const errors: { [source: string]: FieldError } = {}
  const seen = new Set<string>()
  const named: NamedPrice[] = []
  prices.forEach((asked, at) => {
    const found = asked.id ? (pairs.get(asked.id) ?? (['id', { key: 'ref' }] as const)) : pairOf(asked, tarifs)
    if (!('id_tarif' in found)) {
      errors[`prices.${at}.${found[0]}`] = found[1]
      return
    }
    const key = `${found.from}:${found.to}`
    if (seen.has(key)) errors[`prices.${at}`] = { key: 'unique' }
    seen.add(key)
    named.push({ at, asked, ...found })
  })
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return named
}

function pairOf(
  { id_zone_from: from, id_zone_to: to }: AskedPrice,
  tarifs: ReadonlyMap<number, number>,
): Pair | readonly [string, FieldError] {
  if (!from) return ['id_zone_from', { key: 'required' }]
  if (!to) return ['id_zone_to', { key: 'required' }]
  const id_tarif = tarifs.get(from)
  if (id_tarif === undefined) return ['id_zone_from', { key: 'ref' }]
  return tarifs.get(to) === id_tarif ? { id_tarif, from, to } : ['id_zone_to', { key: 'ref' }]
}

async function pairsById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Pair>> {
  if (ids.length === 0) return new Map()
  const rows = await living(db, 'prices')
    .where('id', '=', anyOf(ids))
    .select(['id', 'id_tarif', 'id_zone_from', 'id_zone_to'])
    .execute()
  return new Map(rows.map(({ id, id_tarif, id_zone_from: from, id_zone_to: to }) => [id, { id_tarif, from, to }]))
}

async function tarifsOfZones(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await living(db, 'zones').where('id', '=', anyOf(ids)).select(['id', 'id_tarif']).execute()
  return new Map(rows.map(({ id, id_tarif }) => [id, id_tarif]))
}
