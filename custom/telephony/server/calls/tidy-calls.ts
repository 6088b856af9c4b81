import { sql } from 'kysely'
import { type Job, raisedIn } from '#engine/server'

const EVERY_S = 30
/** Whoever still rings after so long has hung up, and nobody said so. */
const RINGS_MIN = 3
const TALKS_H = 4
/** A ride that came of a call was made so soon after it was taken. */
const BOOKS_MIN = 60

/** A number within the country. */
const local = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '\\D', '', 'g'), 9)`

/**
 * Ends calls whose end no system told, and notes which ride came of a call: the first that its taker made for that
 * client.
 */
export const tidyCalls: Job = {
  name: 'telephony.tidy',
  every_s: EVERY_S,
  async run({
    runtime: {
      database: { db },
      now,
    },
  }) {
    const date = now()
    const at = date.toISOString()
    await sql`
      update phone_calls set state = case state when 'ringing' then 'missed' else 'ended' end,
        date_ended = ${at}::timestamptz,
        ${raisedIn('phone_calls', date)}
      where date_deleted is null
        and (state = 'ringing' and date_created < ${at}::timestamptz - make_interval(mins => ${RINGS_MIN}::int)
        or state = 'answered'
        and date_answered < ${at}::timestamptz - make_interval(hours => ${TALKS_H}::int))`.execute(db)
    await sql`
      update phone_calls c set id_service = found.id_service, id_client = coalesce(c.id_client, found.id_client),
        ${raisedIn('c', date)}
      from (
        select distinct on (made.id) one.id, made.id as id_service, made.id_client
        from phone_calls one cross join lateral (
          select s.id, s.id_client from services s join users cl on cl.id = s.id_client
          where s.id_user_created = one.id_user and s.date_deleted is null
            and s.date_created between one.date_answered
              and one.date_answered + make_interval(mins => ${BOOKS_MIN}::int)
            and (s.id_client = one.id_client or one.id_client is null and ${local('cl.phone')} = ${local('one.phone')})
            and not exists (select 1 from phone_calls other where other.id_service = s.id)
          order by s.id limit 1) made
        where one.id_service is null and one.id_user is not null and one.date_deleted is null
          and one.date_answered > ${at}::timestamptz - make_interval(mins => ${BOOKS_MIN}::int)
        -- Of two calls of one client the ride came of the later.
        order by made.id, one.date_answered desc, one.id) found
      where c.id = found.id`.execute(db)
  },
}
