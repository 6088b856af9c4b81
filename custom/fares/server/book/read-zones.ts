import { sql } from 'kysely'
import type { Db } from '#engine/server'
import { zoneIndex } from '../../../geo/model/zone-index'
import type { TarifZones } from './book'
import { numberOf, ringOf, type Row } from './book-row'

/** Zones of a tariff and the prices between them; what leads to a zone that is gone is gone. */
export async function readZones(db: Db, id_tarif: number): Promise<TarifZones> {
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
