import { isStaff } from '#app/asker'
import { sql, type NotNull } from 'kysely'
import { living } from '#app/tables'
import { maySee } from '#engine/model'
import { iso, scopeSql, serveCall } from '#engine/server'
import { livePhoneCallsCall } from '../../model/phone-call-contracts'
import { answersCalls } from './answers-calls'

/** What rings for longer was given up by the caller, and nobody said so. */
const RINGS_S = 90
/** Who took it is told for so long. */
const TOLD_FOR_S = 8
/** An own call that nobody ended. */
const TALKS_H = 2
const MAX_TOLD = 20

/**
 * `GET phone_calls/live`: asked by every page of every operator, so it costs one statement over the few that are open.
 */
export const livePhoneCalls = serveCall(livePhoneCallsCall, async (context) => {
  const { actor, db, now } = context
  if (!isStaff(actor) || !maySee(actor, { module: 'dispatcher' })) return { items: [] }
  const ago = (seconds: number): string => new Date(now().getTime() - seconds * 1000).toISOString()
  const mine = sql<boolean>`c.extension = (select me.extension from users me where me.id = ${actor.id})`
  const nobodys = sql<boolean>`not exists (select 1 from users at where at.extension = c.extension
    and ${answersCalls('at', sql.ref('c.id_branch'))})`
  const rings = sql<boolean>`c.state = 'ringing' and c.date_created > ${ago(RINGS_S)}::timestamptz
    and (c.extension is null or ${mine} or ${nobodys})`
  const own = sql<boolean>`c.state = 'answered' and c.id_user = ${actor.id}
    and c.date_answered > ${ago(TALKS_H * 3600)}::timestamptz`
  const taken = sql<boolean>`c.state = 'answered' and c.id_user is not null
    and c.date_answered > ${ago(TOLD_FOR_S)}::timestamptz`
  const items = await living(db, 'phone_calls as c')
    // A client whom the asker may not see is a number.
    .leftJoin('users as cl', (join) => join.onRef('cl.id', '=', 'c.id_client').on(scopeSql(context, 'users', 'cl')))
    .leftJoin('companies as co', 'co.id', 'cl.id_company')
    .leftJoin('users as a', 'a.id', 'c.id_user')
    .where(({ or }) => or([rings, own, taken]))
    .where(scopeSql(context, 'phone_calls', 'c'))
    .select([
      'c.id',
      sql<'ringing' | 'answered'>`c.state`.as('state'),
      'c.phone',
      'c.caller_name',
      'c.extension',
      'cl.id as id_client',
      sql<string | null>`nullif(concat_ws(' ', cl.name, cl.surname), '')`.as('cl_name'),
      'co.name as co_name',
      iso('c.date_created').as('date_created'),
      iso('c.date_answered').as('date_answered'),
      sql<string | null>`nullif(concat_ws(' ', a.name, a.surname), '')`.as('at_name'),
      sql<0 | 1>`(c.id_user is not distinct from ${actor.id})::int`.as('is_own'),
      sql<0 | 1>`coalesce(${mine}, false)::int`.as('is_mine'),
    ])
    // Whoever rings goes before all that was answered, the longest first; of the answered the latest is told first.
    .orderBy(sql`c.state = 'ringing'`, 'desc')
    .orderBy(sql`is_mine`, 'desc')
    .orderBy(sql`case when c.state = 'ringing' then c.id else -c.id end`)
    .limit(MAX_TOLD)
    .$narrowType<{ date_created: NotNull; phone: NotNull }>()
    .execute()
  return { items }
})
