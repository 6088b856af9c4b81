import { tables } from '#app/tables'
import type { CallResponse } from '#engine/model'
import type { CallContext } from '#engine/server'
import { mayPause } from '../../model/app-version'
import type { driverMeCall } from '../../model/login-call'
import { vehiclesOf } from '../read/vehicles'

/** The data that a driver's application starts with; `id_session` leads to its version. */
export async function accountOf(
  { db, settings }: Pick<CallContext, 'db' | 'settings'>, id_driver: number, id_session: number | null,
): Promise<CallResponse<typeof driverMeCall>> {
  const [driver, vehicles, version] = await Promise.all([
    tables(db).selectFrom('users').select(['id', 'name', 'surname', 'phone']).where('id', '=', id_driver).executeTakeFirstOrThrow(),
    vehiclesOf(db, id_driver),
    appVersion(db, id_session),
  ])
  return {
    driver,
    vehicles,
    settings: { time_request: Number(settings['time_request']), time_tracking: Number(settings['time_tracking']), interval: Number(settings['interval']) },
    may_pause: mayPause(version),
  }
}

/** Version of the application that a session was opened with; null: it did not say. */
export async function appVersion(db: CallContext['db'], id_session: number | null): Promise<number | null> {
  if (id_session === null) return null
  const row = await tables(db).selectFrom('sessions').select('app_version_code').where('id', '=', id_session).executeTakeFirst()
  return row?.app_version_code ?? null
}
