import { raised, serveCall, type Tx } from '#engine/server'
import { endShift, issueDevice } from '../../../fleet/server'
import { driverLoginCall, driverLogoutCall, driverMeCall } from '../../model/login-call'
import { DRIVER, serveDriver } from '../serve-driver'
import { ownMove } from '../shift/shifts'
import { driverAccount, assertSupported } from './account'
import { living, tables } from '#app/tables'

/** The id of a driver's phone by the name it gives itself: its existing one, or a new one. */
async function deviceFor(tx: Tx, id_driver: number, name: string): Promise<string> {
  // Two log-ins at once of one phone: the second finds what the first made.
  await tables(tx).selectFrom('users').select('id').where('id', '=', id_driver).forNoKeyUpdate().execute()
  const known = await living(tx, 'driver_devices')
    .where('id_driver', '=', id_driver)
    .where('name', '=', name)
    .where('state', '=', 'on')
    .select('device')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return known?.device ?? issueDevice(tx, id_driver, name)
}

/** Stops a phone of the driver from sending positions. */
async function switchOff(tx: Tx, id_driver: number, device: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('driver_devices')
    .set({ state: 'off', ...raised(now) })
    .where('id_driver', '=', id_driver)
    .where('device', '=', device)
    .execute()
}

export const driverLogIn = serveCall(driverLoginCall, async (context, { device, app_version_code = null }) => {
  assertSupported(context.settings, app_version_code)
  const { token, id, actor } = await context.session.open(DRIVER)
  const name = device?.replace(/\p{Cc}/gu, ' ').trim() || context.say('drivers.phone')
  const device_id = await context.transaction((tx) => deviceFor(tx, actor.id, name))
  return { token, device_id, ...(await driverAccount(context, actor.id, id)) }
})

/** A caller without a session has already logged out. */
export const driverLogOut = serveCall(driverLogoutCall, async (context, { device_id }) => {
  const { actor, session, transaction } = context
  if (actor.facts['type_user'] !== DRIVER) return {}
  await transaction(async (tx) => {
    await endShift(tx, ownMove({ ...context, id_driver: actor.id }))
    if (device_id) await switchOff(tx, actor.id, device_id, context.now())
  })
  await session.close()
  return {}
})

export const me = serveDriver(driverMeCall, (context) => driverAccount(context, context.id_driver, context.session.id))
