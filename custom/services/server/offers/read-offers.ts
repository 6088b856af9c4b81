import { type NotNull, sql } from 'kysely'
import { living } from '#app/tables'
import type { Static } from 'typebox'
import type { JsonObject } from '#engine/model'
import { type CallContext, type Db, iso, stateObjects } from '#engine/server'
import type { Offer } from '../../model/request-calls'

type OfferWire = Static<typeof Offer>

/** An offer as reported, with its driver and the stored reason why they were chosen. */
export interface ReadOffer extends OfferWire {
  readonly why: JsonObject | null
}

/** Offers of a service, the last first. The caller has checked who may see them. */
export async function readOffers(
  context: Pick<CallContext, 'db' | 'model' | 'say'>,
  id_service: number,
  max = 200,
): Promise<readonly ReadOffer[]> {
  const rows = await offersOf(context.db, id_service).limit(max).execute()
  const states = stateObjects(context, 'service_offers')
  return rows.map((row) => ({
    ...row,
    state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
  }))
}

/** Leaves out the reason: the wire has only its sentence, which the call `offers` adds. */
export function wire({ why: _why, ...offer }: ReadOffer): OfferWire {
  return offer
}

const offersOf = (db: Db, id_service: number) =>
  living(db, 'service_offers as o')
    .innerJoin('users as u', 'u.id', 'o.id_driver')
    .innerJoin('vehicles as v', 'v.id', 'o.id_vehicle')
    .where('o.id_service', '=', id_service)
    .select(({ ref }) => [
      'o.id',
      'o.id_service',
      'o.id_vehicle',
      'o.id_driver',
      'u.name as dr_name',
      'u.surname as dr_surname',
      'v.plate',
      'o.state',
      sql<0 | 1>`coalesce(${ref('o.manual')}, false)::int`.as('manual'),
      sql<number | null>`${ref('o.distance')}::float8`.as('distance'),
      sql<number | null>`${ref('o.duration')}::float8`.as('duration'),
      'o.reason',
      'o.why',
      iso('o.date_created').as('date_created'),
      iso('o.date_deadline').as('date_deadline'),
      iso('o.date_answered').as('date_answered'),
    ])
    .orderBy('o.id', 'desc')
    .$narrowType<{ state: NotNull; why: JsonObject | null }>()
