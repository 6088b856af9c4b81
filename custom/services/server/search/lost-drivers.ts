import { sql, type RawBuilder } from 'kysely'
import type { Job } from '#engine/server'
import { tell, writeLog } from '#engine/server'
import { tables } from '#app/tables'
import { IN_PROGRESS } from '../../../service-states/model'
import type { LostReason } from '../../model/request-calls'
import { ownContext } from './dispatch-context'
import { oneByOne } from './one-by-one'

// Who sends no positions from the start, as where rides are given by radio, has not fallen silent.
const HEARD_BEFORE_S = 3600

/** Live shift of a driver, and the last one that ended. */
const OPEN_SHIFT = sql`exists (select from driver_shifts h where h.id_driver = s.id_driver and h.state <> 'closed'
  and h.date_deleted is null)`
const ENDED_SHIFT = sql`exists (select from driver_shifts h where h.id_driver = s.id_driver and h.state = 'closed'
  and h.date_deleted is null and h.date_end >= s.date_accepted)`

/**
 * Why the driver of a ride in progress (`s`, with driver `d` and last position `p`) is lost, null while they are not:
 * their account was switched off, they ended their work, or their phone is silent and nothing has happened to the ride
 * since.
 */
export const lostReason = (before: Date): RawBuilder<LostReason | null> => sql<LostReason | null>`case
  when d.date_deleted is not null or d.state <> '1' then 'inactive'
  when not ${OPEN_SHIFT} and ${ENDED_SHIFT} then 'left'
  when p.date_fix < ${before}::timestamptz and s.date_updated < ${before}::timestamptz
    and p.date_fix > s.date_accepted - make_interval(secs => ${HEARD_BEFORE_S}) then 'silent'
end`

interface Changed {
  readonly id: number
  readonly reason: LostReason | null
}

/**
 * Notes on rides in progress that their driver was lost, or is back; each is a line of the log. Moves of the ride take
 * the note off.
 */
export const lostDriversJob: Job = {
  name: 'services.lost_drivers',
  every_s: 20,
  async run({ runtime, signal, log }) {
    const { db, transaction, now, settings } = await ownContext(runtime)
    const reason = lostReason(new Date(now().getTime() - settings.lost_driver_s * 1000))
    const { rows } = await sql<Changed>`
      select s.id, ${reason} as reason
      from services s join users d on d.id = s.id_driver left join vehicle_positions p on p.id_vehicle = s.id_vehicle
        and p.date_deleted is null
      where s.state in (${sql.join(IN_PROGRESS.map((state) => sql.lit(state)))}) and s.date_deleted is null
        and (${reason} is not null) <> (s.date_driver_lost is not null)
      order by s.id limit 500`.execute(db)
    const failed = (what: string, error: unknown): void =>
      log(`services.lost_drivers: ${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    await oneByOne(rows, 'service', { signal, failed }, (row) =>
      transaction(async (tx) => {
        const date = now()
        const noted = await tables(tx)
          .updateTable('services')
          .set({ date_driver_lost: row.reason === null ? null : date })
          .where('id', '=', row.id)
          .where('state', 'in', IN_PROGRESS)
          .where('date_driver_lost', row.reason === null ? 'is not' : 'is', null)
          .executeTakeFirst()
        if (Number(noted.numUpdatedRows) === 0) return
        const [since, back] = row.reason === null ? [date.toISOString(), null] : [null, date.toISOString()]
        await tell(tx, 'services', {
          id: row.id,
          before: { date_driver_lost: since },
          after: { date_driver_lost: back },
          by: null,
        })
        await writeLog(tx, {
          id_user: null,
          type_log: row.reason === null ? 'service_driver_back' : `service_driver_${row.reason}`,
          target: 'services',
          id_target: row.id,
          title: String(row.id),
          platform: 'api',
          id_session: null,
          date,
        })
      }),
    )
  },
}
