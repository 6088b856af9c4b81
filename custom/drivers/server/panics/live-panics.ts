import { isStaff } from '#app/asker'
import { sql, type NotNull } from 'kysely'
import { living } from '#app/tables'
import { maySee } from '#engine/model'
import { iso, scopeSql, serveCall } from '#engine/server'
import { livePanicsCall } from '../../model/panic-call'
import { TOLD_OF_PANICS } from '../../model/told-of-panics'

/** Who took it is told for so long: whoever looks away meanwhile still reads it. */
const TOLD_FOR_S = 120
/** More at once are read in their list. */
const MAX_TOLD = 20

/** `GET panics/live`: asked by every page of every console, so it costs one statement over the few that are open. */
export const livePanics = serveCall(livePanicsCall, async (context) => {
  const { actor, db, now } = context
  if (!isStaff(actor) || !TOLD_OF_PANICS.some((module) => maySee(actor, { module }))) return { items: [] }
  const since = new Date(now().getTime() - TOLD_FOR_S * 1000).toISOString()
  const items = await living(db, 'panics as p')
    .innerJoin('users as d', 'd.id', 'p.id_driver')
    .leftJoin('vehicles as v', 'v.id', 'p.id_vehicle')
    .leftJoin('users as a', 'a.id', 'p.id_user')
    .where(({ and, eb, or }) =>
      or([eb('p.state', '=', 'open'), and([eb('p.state', '=', 'attended'), eb('p.date_attended', '>', since)])]),
    )
    .where(scopeSql(context, 'panics', 'p'))
    .select([
      'p.id',
      sql<'open' | 'attended'>`p.state`.as('state'),
      sql<string | null>`nullif(concat_ws(' ', d.name, d.surname), '')`.as('dr_name'),
      'd.phone as dr_phone',
      'v.plate',
      'p.id_service',
      sql<number | null>`p.point[1]`.as('lat'),
      sql<number | null>`p.point[0]`.as('lng'),
      iso('p.date_created').as('date_created'),
      sql<string | null>`nullif(concat_ws(' ', a.name, a.surname), '')`.as('at_name'),
      iso('p.date_attended').as('date_attended'),
      'p.notes',
      sql<0 | 1>`(p.id_user is not distinct from ${actor.id})::int`.as('is_own'),
    ])
    .orderBy('state', 'desc')
    .orderBy('p.id', 'desc')
    .limit(MAX_TOLD)
    .$narrowType<{ date_created: NotNull }>()
    .execute()
  return { items }
})
