import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { living, patchRecord, tables, type Row } from '#app/tables'
import { homePhone, HOUR_MS } from '#engine/model'
import { BY_PROGRAM, type Tx } from '#engine/server'
import { clientByPhone } from '../../../users/server'
import type { TelephoneEvent } from '../../model/telephone-event'
import type { PhoneSystem } from '../systems/call-hook'
import { answersCalls } from './answers-calls'

/** A call that names no id is the caller's last one, if it began so recently. */
const SAME_CALL_H = 2

type Call = Row<'phone_calls', 'id' | 'state' | 'id_user' | 'extension' | 'caller_name' | 'called'>

/**
 * Keeps what a telephone system said of a call: each call once, whatever comes twice or in another order. What is over
 * does not begin again.
 * @param code of the house's country, which its numbers are kept without
 * @returns the call's id; null: of a call that nobody heard of it says nothing
 */
export async function noteEvent(
  tx: Tx,
  system: PhoneSystem,
  told: TelephoneEvent,
  { now, code }: { readonly now: Date; readonly code: string | undefined },
): Promise<number | null> {
  const event = { ...told, phone: homePhone(told.phone, code ?? '') }
  // Of two events of one call at once the second waits for the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`phone ${system.id} ${event.phone}`}))`.execute(tx)
  const found = await findCall(tx, system, event, now)
  if (!found) return event.kind === 'ended' ? null : begin(tx, system, event, now)
  const stamp = now.toISOString()
  const isOver = found.state === 'ended' || found.state === 'missed'
  const answerer =
    event.kind === 'answered' && found.id_user === null ? await personAt(tx, system, event.extension) : null
  const changes = {
    caller_name: found.caller_name ?? event.name,
    called: found.called ?? event.called,
    ...(!isOver && event.extension !== null && { extension: event.extension }),
    ...(event.kind === 'answered' && found.state === 'ringing' && { state: 'answered' as const, date_answered: stamp }),
    ...(answerer !== null && { id_user: answerer }),
    // Somebody talked, as the system says or as they took it.
    ...(event.kind === 'ended' &&
      !isOver && { state: found.state === 'answered' ? ('ended' as const) : ('missed' as const), date_ended: stamp }),
  }
  await patchRecord(tx, 'phone_calls', found.id, changes, { by: BY_PROGRAM, now, verb: null })
  return found.id
}

async function findCall(
  tx: Tx,
  system: PhoneSystem,
  { call, phone, kind }: TelephoneEvent,
  now: Date,
): Promise<Call | undefined> {
  const calls = living(tx, 'phone_calls')
    .where('id_phone_system', '=', system.id)
    .select(['id', 'state', 'id_user', 'extension', 'caller_name', 'called'])
  if (call !== null) return calls.where('call_key', '=', call).forUpdate().executeTakeFirst()
  const since = new Date(now.getTime() - SAME_CALL_H * HOUR_MS).toISOString()
  const open = kind === 'ringing' ? (['ringing'] as const) : (['ringing', 'answered'] as const)
  return calls
    .where('phone', '=', phone)
    .where('state', 'in', [...open])
    .where('date_created', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

async function begin(tx: Tx, system: PhoneSystem, event: TelephoneEvent, now: Date): Promise<number> {
  const stamp = now.toISOString()
  const isAnswered = event.kind === 'answered'
  const { id } = await tables(tx)
    .insertInto('phone_calls')
    .values({
      id_phone_system: system.id,
      call_key: event.call ?? randomUUID(),
      phone: event.phone,
      caller_name: event.name,
      extension: event.extension,
      called: event.called,
      id_client: await clientByPhone(tx, event.phone),
      id_branch: system.id_branch,
      state: isAnswered ? 'answered' : 'ringing',
      id_user: isAnswered ? await personAt(tx, system, event.extension) : null,
      date_answered: isAnswered ? stamp : null,
      date_created: stamp,
      date_updated: stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The one operator of the system's branch at an extension; of several nobody is meant. */
async function personAt(tx: Tx, { id_branch }: PhoneSystem, extension: string | null): Promise<number | null> {
  if (extension === null) return null
  const people = await living(tx, 'users as at')
    .where('at.extension', '=', extension)
    .where(answersCalls('at', sql`${id_branch}::integer`))
    .select('at.id')
    .limit(2)
    .execute()
  return people.length === 1 ? (people[0]?.id ?? null) : null
}
