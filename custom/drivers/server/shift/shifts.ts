import { AppError } from '#engine/model'
import { endShift, pauseShift, resumeShift, startShift, type Shift, type ShiftMove } from '../../../fleet/server'
import { mayPause } from '../../model/app-version'
import type { OwnShift } from '../../model/driver-wire'
import { shiftEndCall, shiftPauseCall, shiftResumeCall, shiftStartCall } from '../../model/shift-call'
import { serveDriver, type DriverContext } from '../serve-driver'
import { appVersion } from '../session/account'

const start = serveDriver(shiftStartCall, async (context, { id_vehicle = null }) => {
  const app_version_code = await appVersion(context.db, context.session.id)
  return within(context, (tx, move) =>
    startShift(tx, { ...move, id_vehicle, app_version_code, settings: context.settings }),
  )
})

const end = serveDriver(shiftEndCall, async (context) => {
  await context.transaction((tx) => endShift(tx, ownMove(context)))
  return { shift: null }
})

const pause = serveDriver(shiftPauseCall, async (context, { reason = null }) => {
  if (!mayPause(await appVersion(context.db, context.session.id)))
    throw new AppError('FORBIDDEN', { say: 'drivers.no_pause' })
  return within(context, (tx, move) => pauseShift(tx, { ...move, reason }))
})

const resume = serveDriver(shiftResumeCall, (context) => within(context, (tx, move) => resumeShift(tx, move)))

export const shiftCalls = [start, end, pause, resume]

type Tx = Parameters<typeof startShift>[0]

async function within(
  context: DriverContext,
  work: (tx: Tx, move: ShiftMove) => Promise<Shift>,
): Promise<{ shift: OwnShift | null }> {
  return { shift: shiftOnWire(await context.transaction((tx) => work(tx, ownMove(context)))) }
}

/** A move by the driver, made now. */
export const ownMove = ({
  id_driver,
  now,
  platform,
  session,
}: Pick<DriverContext, 'id_driver' | 'now' | 'platform' | 'session'>): ShiftMove => ({
  id_driver,
  now: now(),
  by: { id_user: id_driver, platform, id_session: session.id },
})

/** As the device has it; null: it is over. */
function shiftOnWire({ id, id_vehicle, state, date_start, date_paused, pause_reason, place }: Shift): OwnShift | null {
  return state === 'closed' ? null : { id, id_vehicle, state, date_start, date_paused, pause_reason, place }
}
