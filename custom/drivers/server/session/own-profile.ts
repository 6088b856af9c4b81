import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import type { Hooks } from '#engine/server'
import { DRIVER } from '../serve-driver'

/** What a driver may change of themselves whatever the settings say. */
const ALWAYS = new Set(['password', 'language'])

/** Drivers change their own profile where the settings of their application let them. */
export const ownProfile: Hooks = {
  entity: 'users',
  async beforeSave({ tx, ownProfile: isOwn }, data, before) {
    if (!isOwn || before?.['type_user'] !== DRIVER) return data
    const changed = Object.keys(data).some((name) => !ALWAYS.has(name) && data[name] !== before[name])
    if (!changed) return data
    const row = await tables(tx)
      .selectFrom('app_driver')
      .select('app_driver_can_edit_profile')
      .limit(1)
      .executeTakeFirst()
    if (row?.app_driver_can_edit_profile === false) throw new AppError('FORBIDDEN', { say: 'drivers.own_profile' })
    return data
  },
}
