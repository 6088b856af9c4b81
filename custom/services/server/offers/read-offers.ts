import { sql, type RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { JsonObject } from '#engine/model'
import { type CallContext, iso, stateObjects } from '#engine/server'
import type { Offer } from '../../model/request-calls'

type OfferWire = Static<typeof Offer>

/** An offer as it is told, with why its driver was chosen as it was kept, and who he is. */
export interface ReadOffer extends OfferWire {
  readonly why: JsonObject | null
}

/** Offers of a service, the last first. Its caller has judged who may see them. */
export async function readOffers(context: Pick<CallContext, 'db' | 'model' | 'say'>, id_service: number, most = 200): Promise<readonly ReadOffer[]> {
  const { rows } = await offersOf(sql<boolean>`o.id_service = ${id_service}`, most).execute(context.db)
  const states = stateObjects(context, 'service_offers')
  return rows.map((row) => ({ ...row, state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' } }))
}

/** The wire knows no more of why than its sentence, which the call `offers` tells. */
export function wire({ why: _why, ...offer }: ReadOffer): OfferWire {
  return offer
}

const offersOf = (which: RawBuilder<boolean>, most: number): RawBuilder<Omit<ReadOffer, 'state_obj'>> => sql`
  select o.id, o.id_service, o.id_vehicle, o.id_driver, u.name as dr_name, u.surname as dr_surname, v.plate, o.state,
    coalesce(o.manual, false)::int as manual, o.distance::float8 as distance, o.duration::float8 as duration, o.reason, o.why,
    ${iso('o.date_created')} as date_created, ${iso('o.date_deadline')} as date_deadline, ${iso('o.date_answered')} as date_answered
  from service_offers o join users u on u.id = o.id_driver join vehicles v on v.id = o.id_vehicle
  where ${which} and o.date_deleted is null order by o.id desc limit ${most}`
