import { sql } from 'kysely'
import { visible } from '#app/tables'
import { serveCall } from '#engine/server'
import { ownRidesCall } from '../../model/form-calls'
import { OVER } from '../../../service-states/model'
import { readServices } from '../read/read-services'

/** More are in the history. */
const MAX_ACTIVE = 20
const MAX_PAST = 20

/** `GET dispatcher/ownRides`: what somebody who books for themselves has before them and behind them. */
export const ownRides = serveCall(ownRidesCall, async (context) => {
  const { actor, db } = context
  const own = visible(db, context, 'services as s').where('s.id_client', '=', actor.id).select('s.id')
  const [active, past] = await Promise.all([
    own
      .where('s.state', 'not in', [...OVER])
      .orderBy(sql`coalesce(s.date_scheduled, s.date_created)`)
      .orderBy('s.id')
      .limit(MAX_ACTIVE)
      .execute(),
    own
      .where('s.state', 'in', [...OVER])
      .orderBy('s.id', 'desc')
      .limit(MAX_PAST)
      .execute(),
  ])
  const read = async (rows: readonly { readonly id: number }[]) => [
    ...(await readServices(
      context,
      db,
      rows.map(({ id }) => id),
    )),
  ]
  return { active: await read(active), past: await read(past) }
})
