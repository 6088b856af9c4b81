import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import type { FareTrip } from '../../../fares/model'

/**
 * The trip of a ride that ends, with a row for each of its tolls and pauses: from now on they are changed row by row.
 */
export async function tripWithExtras(tx: Tx, id_service: number, trip: FareTrip, now: Date): Promise<FareTrip> {
  const dates = { date_created: now, date_updated: now }
  const tolls: FareTrip['tolls'][number][] = []
  for (const toll of trip.tolls) {
    const { id: id_toll, name, price } = toll
    const known =
      id_toll === null
        ? undefined
        : await tables(tx).selectFrom('tolls').select('id').where('id', '=', id_toll).executeTakeFirst()
    const row =
      toll.row ??
      (
        await tables(tx)
          .insertInto('service_tolls')
          .values({ id_service, id_toll: known?.id ?? null, name, price, ...dates })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    tolls.push({ ...toll, row })
  }
  const pauses: FareTrip['pauses'][number][] = []
  for (const pause of trip.pauses) {
    const time = Math.max(1, Math.round(pause.minutes))
    const row =
      pause.row ??
      (
        await tables(tx)
          .insertInto('service_pauses')
          .values({ id_service, time, price: pause.price, ...dates })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    pauses.push({ ...pause, row })
  }
  return { ...trip, tolls, pauses }
}
