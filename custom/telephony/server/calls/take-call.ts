import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { tables, visible } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall, type CallContext, type Tx } from '#engine/server'
import { hangUpPhoneCallCall, takePhoneCallCall } from '../../model/phone-call-contracts'

/** `POST phone_calls/take`: the first has it, the next is told who that is. */
export const takePhoneCall = serveCall(takePhoneCallCall, async (context, { id }) => {
  const { records, actor, now, say } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  return records.write(async ({ tx, saveOwn }) => {
    const call = await locked(tx, context, id)
    if (call.id_user === actor.id) return { taken: 1, phone: call.phone }
    if (call.id_user !== null) {
      return {
        taken: 0,
        phone: call.phone,
        msg: say('telephony.taken_before', { name: await nameOf(tx, call.id_user) }),
      }
    }
    if (call.state !== 'ringing' && call.state !== 'answered')
      return { taken: 0, phone: call.phone, msg: say('telephony.over') }
    const date_answered = call.date_answered ?? now().toISOString()
    await saveOwn(
      'phone_calls',
      { id },
      { verb: 'call_take', also: { state: 'answered', id_user: actor.id, date_answered } },
    )
    return { taken: 1, phone: call.phone }
  })
})

/** `POST phone_calls/hangUp`: ends one's own call. */
export const hangUpPhoneCall = serveCall(hangUpPhoneCallCall, async (context, { id }) => {
  const { records, actor, now } = context
  if (!isStaff(actor)) throw new AppError('FORBIDDEN')
  await records.write(async ({ tx, saveOwn }) => {
    const call = await locked(tx, context, id)
    if (call.id_user !== actor.id) throw new AppError('FORBIDDEN')
    if (call.state !== 'answered') return
    await saveOwn(
      'phone_calls',
      { id },
      { verb: 'call_end', also: { state: 'ended', date_ended: now().toISOString() } },
    )
  })
  return { id }
})

/** @throws {AppError} NOT_FOUND unless the asker may see it */
async function locked(tx: Tx, context: CallContext, id: number) {
  const call = await visible(tx, context, 'phone_calls')
    .where('phone_calls.id', '=', id)
    .select(['phone_calls.state', 'phone_calls.id_user', 'phone_calls.phone', 'phone_calls.date_answered'])
    .forUpdate('phone_calls')
    .executeTakeFirst()
  if (!call) throw new AppError('NOT_FOUND')
  return { ...call, phone: call.phone ?? '' }
}

async function nameOf(tx: Tx, id: number): Promise<string> {
  const row = await tables(tx)
    .selectFrom('users')
    .where('id', '=', id)
    .select(sql<string>`concat_ws(' ', name, surname)`.as('name'))
    .executeTakeFirst()
  return row?.name ?? ''
}
