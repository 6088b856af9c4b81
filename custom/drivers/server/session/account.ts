import { tables } from '#app/tables'
import { AppError, type CallResponse, type JsonObject } from '#engine/model'
import type { CallContext } from '#engine/server'
import { mayPause } from '../../model/app-version'
import type { driverMeCall } from '../../model/login-call'
import { vehiclesOf } from '../read/vehicles'

/** The data that a driver's application starts with; `id_session` leads to its version. */
export async function driverAccount(
  { db, settings }: Pick<CallContext, 'db' | 'settings'>,
  id_driver: number,
  id_session: number | null,
): Promise<CallResponse<typeof driverMeCall>> {
  const [driver, vehicles, version] = await Promise.all([
    tables(db)
      .selectFrom('users')
      .select(['id', 'name', 'surname', 'phone'])
      .where('id', '=', id_driver)
      .executeTakeFirstOrThrow(),
    vehiclesOf(db, id_driver),
    appVersion(db, id_session),
  ])
  return {
    driver,
    vehicles,
    settings: {
      time_request: Number(settings['time_request']),
      time_tracking: Number(settings['time_tracking']),
      interval: Number(settings['interval']),
    },
    app: appOf(settings),
    may_pause: mayPause(version),
  }
}

function appOf(settings: JsonObject): CallResponse<typeof driverMeCall>['app'] {
  const text = (name: string): string | null =>
    typeof settings[name] === 'string' && settings[name] !== '' ? settings[name] : null
  const number = (name: string): number | null => (Number.isInteger(settings[name]) ? Number(settings[name]) : null)
  return {
    version_required: number('app_driver_version_required'),
    version_current: number('app_driver_version_current'),
    android_url: text('app_driver_android_url'),
    ios_url: text('app_driver_ios_url'),
    logo: text('app_driver_logo'),
    show_time_distance_request: Number(settings['app_driver_show_time_distance_request'] ?? 1) === 1 ? 1 : 0,
    can_edit_profile: Number(settings['app_driver_can_edit_profile'] ?? 1) === 1 ? 1 : 0,
    wallet_enabled: Number(settings['app_driver_wallet_enabled'] ?? 0) === 1 ? 1 : 0,
    refer_active:
      Number(settings['app_driver_refer_active'] ?? 0) === 1 && Number(settings['app_driver_wallet_enabled'] ?? 0) === 1
        ? 1
        : 0,
  }
}

/**
 * @throws {AppError} VALIDATION at `app_version_code` when the application is older than the settings require, or does
 * not say how old it is
 */
export function assertSupported(settings: JsonObject, version: number | null): void {
  const required = appOf(settings).version_required ?? 0
  if (required === 0 || (version ?? 0) >= required) return
  throw new AppError('VALIDATION', {
    say: 'drivers.app_too_old',
    params: { version: version ?? '?' },
    errors: { app_version_code: { key: 'min', params: { min: required } } },
  })
}

/** Version of the application that a session was opened with; null: it did not say. */
export async function appVersion(db: CallContext['db'], id_session: number | null): Promise<number | null> {
  if (id_session === null) return null
  const row = await tables(db)
    .selectFrom('sessions')
    .select('app_version_code')
    .where('id', '=', id_session)
    .executeTakeFirst()
  return row?.app_version_code ?? null
}
