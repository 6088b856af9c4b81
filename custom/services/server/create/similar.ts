import { isStaff } from '#app/asker'
import { sql, type NotNull } from 'kysely'
import { living } from '#app/tables'
import { AppError, type CallResponse } from '#engine/model'
import { type CallContext, type Db, iso, serveCall, stateObjects, type Tx } from '#engine/server'
import { METRES_PER_DEGREE } from '../../../geometry/model'
import type { ServiceInput } from '../../model/service-input'
import { similarCall } from '../../model/similar-call'
import { OVER } from '../../../service-states/model'
import { serviceScope } from '../read/service-scope'

type SimilarRides = CallResponse<typeof similarCall>['items']

interface Booked {
  readonly id_client: number
  readonly lat: number
  readonly lng: number
  /** When each of them is to be; null: now. */
  readonly dates: readonly (string | null)[]
  readonly id_service_cloned?: number | null
}

/** Minutes between two rides of one client from one place that may be one ride; 0: nobody is asked. */
export const SIMILAR_SETTINGS = { similar_min: 10 } as const

/** Two who point at one door of a house do not hit the same point. */
const SAME_PLACE_M = 150
const MAX_TOLD = 5

/** `GET dispatcher/similar`: told while the form is filled in. */
export const similar = serveCall(similarCall, async (context, { date, ...booked }) => ({
  items: [...(await similarRides(context, context.db, { ...booked, dates: [date ?? null] }))],
}))

/** What is wanted again on purpose, the same operator's copy of a ride, is none. The latest first. */
async function similarRides(
  context: CallContext,
  db: Db | Tx,
  { id_client, lat, lng, dates, id_service_cloned }: Booked,
): Promise<SimilarRides> {
  const { actor, now, settings } = context
  const minutes = Number(settings['similar_min'] ?? SIMILAR_SETTINGS.similar_min)
  if (!(minutes > 0)) return []
  const [high, wide] = [
    SAME_PLACE_M / METRES_PER_DEGREE,
    SAME_PLACE_M / (METRES_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180))),
  ]
  const times = dates.map((date) => sql`${date ?? now().toISOString()}::timestamptz`)
  const rows = await living(db, 'services as s')
    .leftJoin('users as u', 'u.id', 's.id_user_created')
    .where('s.id_client', '=', id_client)
    .where('s.state', 'not in', OVER)
    .where(
      sql<boolean>`s.org_point[1] between ${lat - high} and ${lat + high} and s.org_point[0] between ${lng - wide}
        and ${lng + wide}`,
    )
    .where(sql<boolean>`exists (select from unnest(array[${sql.join(times)}]) as t(at)
      where abs(extract(epoch from coalesce(s.date_scheduled, s.date_created) - t.at)) <= ${minutes * 60}::float8)`)
    .where(
      sql<boolean>`(${id_service_cloned ?? null}::integer is null or s.id_user_created is distinct from ${actor.id})`,
    )
    .where(serviceScope(context, 's'))
    .select([
      's.id',
      's.state',
      's.org_address',
      's.dst_address',
      iso('s.date_created').as('date_created'),
      iso('s.date_scheduled').as('date_scheduled'),
      sql<string | null>`nullif(concat_ws(' ', u.name, u.surname), '')`.as('us_name'),
      sql<0 | 1>`(s.id_user_created is not distinct from ${actor.id})::int`.as('is_own'),
    ])
    .orderBy('s.id', 'desc')
    .limit(MAX_TOLD)
    .$narrowType<{ state: NotNull; date_created: NotNull }>()
    .execute()
  const states = stateObjects(context, 'services')
  return rows.map(({ state, ...row }) => ({
    ...row,
    state_obj: states.get(state) ?? { id: state, name: state, color: '' },
  }))
}

/**
 * Asks before a ride is made that another operator seems to have made already. Two saves of one client are one after
 * the other, so that the second knows of the first.
 * @throws {AppError} CONFLICT `services.similar` with `body.similar`, which the same save with their ids in `similar`
 * answers
 */
export async function assertNotSimilar(
  context: CallContext,
  tx: Tx,
  input: ServiceInput,
  booked: Pick<Booked, 'id_client' | 'dates'>,
): Promise<void> {
  const [start] = input.stops
  if (!input.similar || !start || !isStaff(context.actor)) return
  await sql`select pg_advisory_xact_lock(hashtext('similar'), ${booked.id_client}::integer)`.execute(tx)
  const found = await similarRides(context, tx, {
    ...booked,
    lat: start.lat,
    lng: start.lng,
    id_service_cloned: input.id_service_cloned ?? null,
  })
  const unseen = found.filter(({ id }) => !input.similar?.includes(id))
  const [first] = unseen
  if (first)
    throw new AppError('CONFLICT', {
      say: 'services.similar',
      params: { id: first.id, name: first.us_name ?? '' },
      body: { similar: unseen },
    })
}
