import { sql } from 'kysely'
import type { Db } from '#engine/server'
import type { TarifTerms } from '../../model/fare-terms'
import type { BookTarif } from './book'
import { flagOf, idOrNull, numberOf, type Row } from './book-row'

/** Every tariff that is not removed, with its ranges; one that is not active may still be tried. */
export async function readTarifs(db: Db): Promise<ReadonlyMap<number, BookTarif>> {
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
