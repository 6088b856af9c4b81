import { sql } from 'kysely'
import { type Job, raisedIn } from '#engine/server'
import { ownContext } from '../search/dispatch-context'
import { warningRules } from './warning-rules'

const WARNINGS_JOB = 'services.warnings'

/** Notes what the board must be told of by the clock, each once; and closes what has come right by itself. */
export const warningsJob: Job = {
  name: WARNINGS_JOB,
  every_s: 10,
  async run({ runtime }) {
    const { db, now, settings } = await ownContext(runtime)
    const at = now()
    const date = at.toISOString()
    for (const [kind, { begins, about, holds }] of Object.entries(warningRules(at, settings))) {
      await sql`update service_warnings w set state = 'over', ${raisedIn('w', at)} from services s
        where s.id = w.id_service and w.kind = ${kind} and w.state = 'open'
          and not coalesce(${holds} and s.date_deleted is null, false)`.execute(db)
      if (!begins) continue
      // Handled or over, the same is not told again.
      await sql`insert into service_warnings (id_service, kind, about, id_driver, state, date_created, date_updated)
        select s.id, ${kind}, ${about}, s.id_driver, 'open', ${date}::timestamptz, ${date}::timestamptz from services s
        where s.date_deleted is null and ${begins}
          and not exists (select from service_warnings w where w.id_service = s.id and w.kind = ${kind}
            and w.about = ${about})
        order by s.id limit 500 on conflict do nothing`.execute(db)
    }
  },
}
