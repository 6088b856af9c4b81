import { sql } from 'kysely'
import { DAY_MS } from '../../../model/values/zone-time'
import type { Job } from '../../platform/jobs/job'
import { updateStatus } from './app-version'
import { engineTables } from '../../platform/database/engine-tables'

// Closed sessions are kept so that the session list and the activity log can name them.
const KEEP_DAYS = 365

/**
 * Keeps the session list correct: closes idle and old sessions, compares versions with the settings again, drops old
 * rows.
 */
export const sessionJob: Job = {
  name: 'engine.sessions',
  every_s: 600,
  async run({
    runtime: {
      database: { db },
      now,
      settings,
    },
  }) {
    const all = await settings()
    const date = now()
    const ago = (days: number): string => new Date(date.getTime() - days * DAY_MS).toISOString()
    await engineTables(db)
      .updateTable('sessions')
      .set({ state: '0', date_closed: date.toISOString() })
      .where('state', '=', '1')
      .where((is) =>
        is.or([
          is('last_activity', '<', ago(Number(all.session_days) || 30)),
          is('date_created', '<', ago(Number(all.session_max_days) || 90)),
          tooOldForRole(date),
        ]),
      )
      .execute()
    const kinds = await engineTables(db)
      .selectFrom('sessions')
      .where('state', '=', '1')
      .where('app_version_code', 'is not', null)
      .where('platform', 'is not', null)
      .select(['platform', 'app_version_code', 'update_status'])
      .distinct()
      .limit(1000)
      .execute()
    for (const { platform, app_version_code, update_status } of kinds) {
      const status = updateStatus(all, String(platform), Number(app_version_code))
      if (status === update_status) continue
      await engineTables(db)
        .updateTable('sessions')
        .set({ update_status: status })
        .where('state', '=', '1')
        .where('platform', '=', platform)
        .where('app_version_code', '=', app_version_code)
        .where(sql<boolean>`update_status is distinct from ${status}`)
        .execute()
    }
    await engineTables(db)
      .deleteFrom('sessions')
      .where('state', '=', '0')
      .where('date_closed', '<', ago(KEEP_DAYS))
      .where(
        'id',
        'not in',
        engineTables(db).selectFrom('logs').select('id_session').where('id_session', 'is not', null),
      )
      .execute()
  },
}

/** A role may say how many hours its holders' sessions last; one viewed as another lasts as its own person's. */
const tooOldForRole = (
  now: Date,
) => sql<boolean>`date_created < ${now.toISOString()}::timestamptz - make_interval(hours => (
  select r.session_hours::int from users u join roles r on r.id = u.id_role
  where u.id = coalesce(sessions.id_user_as, sessions.id_user)))`
