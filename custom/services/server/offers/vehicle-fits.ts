import { sql } from 'kysely'
import type { Tx } from '#engine/server'
import type { WhyPassed } from '../../model/why'

/** Whether the passengers of a service `s` have seats in a vehicle `v`. */
export const HAS_SEATS = sql<boolean>`(v.capacity_1 >= coalesce(s.capacity_1, 1))`

/** Whether the product of a service `s` takes the kind of a vehicle `v`. */
export const IS_OF_KIND = sql<boolean>`(not exists (select 1 from products_type_vehicles j where j.id_own = s.id_product)
  or exists (select 1 from products_type_vehicles j where j.id_own = s.id_product and j.id_target = v.id_type_vehicle))`

/** Why a vehicle cannot take a service, whoever drives it; null: it can. */
export async function misfitOf(tx: Tx, id_service: number, id_vehicle: number): Promise<Extract<WhyPassed, 'other_type' | 'too_small'> | null> {
  const { rows: [fits] } = await sql<{ kind: boolean; seats: boolean }>`
    select ${IS_OF_KIND} as kind, ${HAS_SEATS} as seats from services s, vehicles v where s.id = ${id_service} and v.id = ${id_vehicle}`.execute(tx)
  if (!fits?.kind) return 'other_type'
  return fits.seats ? null : 'too_small'
}
