import { serveCall } from '#engine/server'
import { endShift } from '../../../fleet/server'
import { driverLoginCall, driverLogoutCall, driverMeCall } from '../../model/login-call'
import { DRIVER, serveDriver } from '../serve-driver'
import { ownMove } from '../shift/shifts'
import { accountOf } from './account'
import { deviceFor, switchOff } from './phones'

export const logIn = serveCall(driverLoginCall, async (context, { device }) => {
  const { token, id, actor } = await context.session.open(DRIVER)
  const name = device?.replace(/\p{Cc}/gu, ' ').trim() || context.say('drivers.phone')
  const device_id = await context.transaction((tx) => deviceFor(tx, actor.id, name))
  return { token, device_id, ...await accountOf(context, actor.id, id) }
})

/** Whoever has no session any more has logged out already. */
export const logOut = serveCall(driverLogoutCall, async (context, { device_id }) => {
  const { actor, session, transaction } = context
  if (actor.facts['type_user'] !== DRIVER) return {}
  await transaction(async (tx) => {
    await endShift(tx, ownMove({ ...context, id_driver: actor.id }))
    if (device_id) await switchOff(tx, actor.id, device_id)
  })
  await session.close()
  return {}
})

export const me = serveDriver(driverMeCall, (context) => accountOf(context, context.id_driver, context.session.id))
