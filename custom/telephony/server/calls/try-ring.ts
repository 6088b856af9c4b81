import { visible } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { serveCall } from '#engine/server'
import { dialled, extensionOf } from '../../model/telephone-event'
import { tryRingCall } from '../../model/phone-call-contracts'
import { noteEvent } from './note-event'

/** `POST phone_systems/ring`: rings as the system would. */
export const tryRing = serveCall(tryRingCall, async (context, { id, phone, extension }) => {
  const { db, transaction, now, say, model } = context
  const system = await visible(db, context, 'phone_systems')
    .where('phone_systems.id', '=', id)
    .where('phone_systems.state', '=', '1')
    .select(['phone_systems.id', 'phone_systems.type', 'phone_systems.id_branch'])
    .executeTakeFirst()
  if (!system) throw new AppError('NOT_FOUND')
  const number = dialled(phone)
  if (number === null) throw wrong('phone', 'phone')
  const event = {
    call: null,
    kind: 'ringing' as const,
    phone: number,
    name: null,
    extension: extensionOf(extension ?? undefined),
    called: null,
  }
  const call = await transaction((tx) =>
    noteEvent(tx, { ...system, type: system.type ?? 'generic' }, event, {
      now: now(),
      code: model.application.calling_code,
    }),
  )
  if (call === null) throw new AppError('CONFLICT')
  return { id: call, msg: say('telephony.rung') }
})
