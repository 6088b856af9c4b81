import { sql } from 'kysely'
import { AppError } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { nearbyCall, type Candidate } from '../../model/request-calls'
import { breakdownOf } from '../handover/breakdown'
import { readService } from '../read/read-services'
import { assertStaff, dispatchOf } from './call-context'
import { findCandidates, type Candidates } from './find-candidates'
import { searchedService } from './searched-service'
import { whySentence } from './why-sentence'

/** At most this many are shown; the rest are farther away. */
const MAX_NEARBY = 100

/**
 * `GET dispatcher/:id/getNearbyVehicles2`: drivers in the order in which they would be asked, then those who would not
 * be, and why.
 */
export const nearby = serveCall(nearbyCall, async (context, { id }) => {
  assertStaff(context)
  const { id_driver } = await readService(context, context.db, id)
  const { db, places, settings, now } = dispatchOf(context)
  const service = await searchedService(db, id, settings, now())
  if (!service) throw new AppError('NOT_FOUND')
  const candidates = (await findCandidates({ db, places, service, now: now(), everybody: true })).slice(0, MAX_NEARBY)
  const breakdown = await breakdownOf(context, id)
  // Whoever has it is no candidate: giving it to them would be nothing, said as if it were something.
  const others = candidates.filter(({ facts }) => facts.id_driver !== id_driver)
  return { items: await describe(context, others), radius: service.search.radius_m, breakdown }
})

interface Row extends Omit<Candidate, 'lat' | 'lng' | 'distance' | 'duration' | 'rank' | 'reason' | 'reason_text'> {}

/** Names the candidates in the asker's scope, in one query. */
async function describe(context: CallContext, candidates: Candidates): Promise<Candidate[]> {
  const scope = fleetScope(context)
  if (candidates.length === 0 || !scope) return []
  const ids = candidates.map(({ facts }) => facts.id_vehicle)
  const { rows } = await sql<Row>`
    select v.id, u.id as id_driver, u.name as us_name, u.surname as us_surname, u.phone as us_phone,
      u.rating_average::float8 as us_rating_average, u.rating_count as us_rating_count, v.code, v.plate,
      b.name as brand, v.model, v.year,
      coalesce(t.icon, 'car') as icon, coalesce(p.availability, 'offline') as availability
    from vehicles v
    left join driver_shifts h on h.id_vehicle = v.id and h.state <> 'closed' and h.date_deleted is null
    join users u on u.id = coalesce(h.id_driver, v.id_user)
    left join type_vehicles t on t.id = v.id_type_vehicle
    left join brand_vehicles b on b.id = v.id_brand_vehicle
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    where v.id in (${sql.join(ids)}) and ${scope}`.execute(context.db)
  const byVehicle = new Map(rows.map((row) => [row.id, row]))
  return candidates.flatMap(({ facts, rank, why }) => {
    const row = byVehicle.get(facts.id_vehicle)
    if (!row) return []
    const [lat, lng] = facts.point ?? [null, null]
    const distance = facts.distance_m ?? facts.straight_m
    return [
      {
        ...row,
        lat,
        lng,
        distance,
        duration: facts.duration_s,
        rank,
        reason: why,
        reason_text: whySentence(context, why, facts),
      },
    ]
  })
}
