import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { updateStatus } from './app-version'
import { newToken } from '../../language/actor/token'
import { engineTables } from '../../platform/database/engine-tables'

/** What a client says about itself when it logs in; all of it optional, none of it trusted. */
export interface Device {
  readonly platform: string
  readonly device_brand: string | null
  readonly device_model: string | null
  readonly os: string | null
  readonly os_version: string | null
  readonly app_version_code: number | null
  readonly uuid: string | null
  readonly language: string | null
  readonly user_agent: string | null
  readonly address: string
}

/** Whose session it is. */
interface SessionOwner {
  readonly id: number
  readonly type_user: string | null
  readonly id_role: number | null
}

/** Who views the console as another user, and from which of their own sessions. */
interface Viewing {
  readonly id_user_as: number
  readonly id_session_own: number
}

/**
 * Opens a session; that of a user with full access is protected: only such users can end it.
 * @returns its token, of which only the hash is stored
 */
export async function openSession(
  tx: Tx,
  user: SessionOwner,
  device: Device,
  settings: JsonObject,
  now: Date,
  viewing?: Viewing,
): Promise<{ readonly id: number; readonly token: string }> {
  const { token, hash } = newToken()
  const date = now.toISOString()
  const role =
    user.id_role === null
      ? undefined
      : await engineTables(tx).selectFrom('roles').select('root').where('id', '=', user.id_role).executeTakeFirst()
  const row = await engineTables(tx)
    .insertInto('sessions')
    .values({
      ...device,
      ...viewing,
      hash,
      id_user: user.id,
      type_user: user.type_user,
      protected: role?.root === true,
      update_status: updateStatus(settings, device.platform, device.app_version_code),
      // Who views as another has just confirmed it, or is asked again as in their own session.
      date_confirmed: viewing
        ? engineTables(tx).selectFrom('sessions').select('date_confirmed').where('id', '=', viewing.id_session_own)
        : date,
      last_activity: date,
      date_created: date,
      date_updated: date,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: Number(row.id), token }
}
