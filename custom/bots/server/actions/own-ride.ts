import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import { placeWords, placesOf } from '../../../geo/server'
import { cancel, readService } from '../../../services/server'
import { type RunAction, type ActionContext, assertRight, failed } from './action'

const OVER = ['finalized', 'canceled'] as const

/**
 * The ride that somebody may ask about: booked in this very conversation, or of the client whom the channel vouches
 * for; the one under way first.
 */
async function rideOf({ call, chat }: ActionContext): Promise<number | null> {
  const row = await living(call.db, 'services as s')
    .where('s.state', 'not in', OVER)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('bot_actions as a')
            .whereRef('a.id_service', '=', 's.id')
            .where('a.id_chat', '=', chat.id)
            .select('a.id'),
        ),
        ...(chat.id_client === null ? [] : [eb('s.id_client', '=', chat.id_client)]),
      ]),
    )
    .select('s.id')
    .orderBy(({ ref }) => sql`${ref('s.id_driver')} is null`)
    .orderBy(({ ref }) => sql`coalesce(${ref('s.date_scheduled')}, ${ref('s.date_created')})`)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Where the driver is, how far and with which car. */
export const whereIsDriver: RunAction = async (asked) => {
  const { call } = asked
  assertRight(call, 'dispatcher', 'see')
  const id = await rideOf(asked)
  if (id === null) return failed(call.say('bots.no_ride'))
  const service = await readService(call, call.db, id, { everywhere: true })
  const vars = { service: id, state: service.state_obj.name }
  const at =
    service.id_driver === null || service.id_vehicle === null ? null : await positionOf(call, service.id_vehicle)
  if (service.id_driver === null)
    return { ok: true, vars: { ...vars, driver: '', vehicle: '', plate: '', eta: '', street: '' } }
  const isAboard = service.state === 'started' || service.state === 'arrived'
  const goal = isAboard ? ([service.dst_lat, service.dst_lng] as const) : ([service.org_lat, service.org_lng] as const)
  const [lat, lng] = goal
  const route =
    at && lat !== null && lng !== null
      ? await placesOf(call)
          .route([at, [lat, lng]])
          .catch(() => null)
      : null
  const street = at ? placeWords(call.db, at).street : null
  return {
    ok: true,
    vars: {
      ...vars,
      driver: [service.dr_name, service.dr_surname].filter(Boolean).join(' '),
      vehicle: await carOf(call, service.id_vehicle),
      plate: service.ve_plate ?? '',
      eta: route ? Math.max(1, Math.round(route.duration_s / 60)) : '',
      street: street ?? '',
    },
  }
}

async function positionOf(call: ActionContext['call'], id_vehicle: number): Promise<readonly [number, number] | null> {
  const row = await living(call.db, 'vehicle_positions')
    .where('id_vehicle', '=', id_vehicle)
    .select(({ ref }) => [
      sql<number | null>`(${ref('point')})[1]::float8`.as('lat'),
      sql<number | null>`(${ref('point')})[0]::float8`.as('lng'),
    ])
    .orderBy('date_fix', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row.lat !== null && row.lng !== null ? [row.lat, row.lng] : null
}

async function carOf(call: ActionContext['call'], id_vehicle: number | null): Promise<string> {
  if (id_vehicle === null) return ''
  const row = await living(call.db, 'vehicles as v')
    .leftJoin('brand_vehicles as b', 'b.id', 'v.id_brand_vehicle')
    .where('v.id', '=', id_vehicle)
    .select(['b.name', 'v.model'])
    .executeTakeFirst()
  return [row?.name, row?.model].filter(Boolean).join(' ')
}

/** Cancels the ride as its client would: with the penalty that applies, and not once it has begun. */
export const cancelRide: RunAction = async (asked) => {
  const { call } = asked
  assertRight(call, 'dispatcher', 'edit')
  const id = await rideOf(asked)
  if (id === null) return failed(call.say('bots.no_ride'))
  await call.transaction(async (tx) => {
    const row = await living(tx, 'services').where('id', '=', id).select('id_client').executeTakeFirst()
    if (!row) throw new AppError('NOT_FOUND')
    await cancel(tx, {
      id_service: id,
      by: { mover: 'client', id_user: row.id_client, platform: 'api' },
      now: call.now(),
      reason: call.say('bots.canceled_by_bot'),
    })
  })
  const { price_cancel, state_obj } = await readService(call, call.db, id, { everywhere: true })
  return { ok: true, vars: { service: id, state: state_obj.name, price_amount: price_cancel ?? 0 } }
}
