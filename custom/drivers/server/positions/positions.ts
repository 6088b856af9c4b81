import { AppError } from '#engine/model'
import { serveCall } from '#engine/server'
import { ingest } from '../../../fleet/server'
import { positionsCall } from '../../model/positions-call'
import { readFixes } from '../../model/read-fixes'
import { DRIVER } from '../serve-driver'

export const positions = serveCall(positionsCall, async (context, given) => {
  const { form, device, fixes } = readFixes(given, context.now())
  const isDriver = context.actor.facts['type_user'] === DRIVER
  if (device === null && !isDriver)
    throw new AppError(form === 'osmand' ? 'MALFORMED' : 'UNAUTHENTICATED', { say: 'drivers.no_device' })
  const kept = await ingest(context, device === null ? { id_driver: context.actor.id } : { device }, fixes)
  if (!kept) throw new AppError(form === 'osmand' ? 'MALFORMED' : 'NOT_FOUND', { say: 'drivers.no_device' })
  return kept
})
