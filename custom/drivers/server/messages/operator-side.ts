import { sql } from 'kysely'
import { type Column, tables, visible } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, iso, raised, serveCall, type Tx } from '#engine/server'
import {
  inboxCall,
  readThreadCall,
  sendDriverMessageCall,
  threadCall,
  type DriverMessage,
} from '../../model/messages-call'
import { driverScope, driversInScope } from '../driver-scope'
import { readDriverMessages, unreadOf } from './read-messages'
import { writeMessage } from './write-message'

const MAX_THREADS = 100

interface LastMessage extends DriverMessage {
  readonly us_id: Column<'users.id'>
  readonly dr_name: Column<'users.name'>
  readonly dr_surname: Column<'users.surname'>
  readonly dr_phone: Column<'users.phone'>
  readonly waiting: number
}

const inbox = serveCall(inboxCall, async (context) => {
  const { rows } = await sql<LastMessage>`
    select u.id as us_id, u.name as dr_name, u.surname as dr_surname, u.phone as dr_phone, l.waiting, m.id,
      m.from_driver::int as from_driver, m.body,
      m.urgent::int as urgent, m.id_service, w.name as us_name, w.surname as us_surname,
      ${iso('m.date_created')} as date_created, ${iso('m.date_read')} as date_read
    from (select id_driver, max(id) as id, (count(*) filter (where from_driver and date_read is null))::int as waiting
      from driver_messages where date_deleted is null group by id_driver) l
    join driver_messages m on m.id = l.id
    join users u on u.id = l.id_driver
    left join users w on w.id = m.id_user
    where ${driverScope(context)} order by l.waiting > 0 desc, m.id desc limit ${MAX_THREADS}`.execute(context.db)
  return {
    items: rows.map(({ us_id, dr_name, dr_surname, dr_phone, waiting, ...last }) => ({
      driver: { id: us_id, name: dr_name, surname: dr_surname, phone: dr_phone },
      last,
      unread: waiting,
    })),
    unread: rows.reduce((sum, { waiting }) => sum + waiting, 0),
  }
})

const thread = serveCall(threadCall, async (context, { id_driver, since }) => {
  const { db } = context
  const [driver] = await driversInScope(context, db, [id_driver])
  if (!driver) throw new AppError('NOT_FOUND')
  return {
    driver,
    items: await readDriverMessages(db, (messages) => messages.where('m.id_driver', '=', id_driver), since),
    unread: await unreadOf(db, id_driver, true),
  }
})

/** Sends to one driver, or the same to each of several; all or none. */
const send = serveCall(
  sendDriverMessageCall,
  async (context, { id_driver, id, ids, body, urgent, id_service = null, idempotency = null }) => {
    const { transaction, actor, now, say } = context
    const wanted = [...new Set(ids ?? [id_driver ?? id].filter((one) => one !== undefined))]
    if (wanted.length === 0) throw new AppError('VALIDATION', { errors: { id_driver: { key: 'required' } } })
    const items = await transaction(async (tx) => {
      await driversInScope(context, tx, wanted)
      if (id_service !== null) await assertTheirs(context, tx, id_service, wanted)
      const written: number[] = []
      for (const one of wanted.sort((a, b) => a - b)) {
        written.push(
          await writeMessage(tx, {
            id_driver: one,
            id_user: actor.id,
            body,
            urgent: urgent === true || urgent === 1,
            id_service,
            idempotency,
            now: now(),
          }),
        )
      }
      return readDriverMessages(tx, (messages) => messages.where('m.id', 'in', written))
    })
    return {
      items,
      msg: say(wanted.length === 1 ? 'drivers.message_sent' : 'drivers.messages_sent', { count: wanted.length }),
    }
  },
)

const read = serveCall(readThreadCall, async (context, { id_driver }) => {
  const { db, now } = context
  await driversInScope(context, db, [id_driver])
  await tables(db)
    .updateTable('driver_messages')
    .set({ date_read: now(), ...raised(now()) })
    .where('id_driver', '=', id_driver)
    .where('from_driver', '=', true)
    .where('date_read', 'is', null)
    .where('date_deleted', 'is', null)
    .execute()
  return { unread: await unreadOf(db, id_driver, true) }
})

export const operatorMessageCalls = [inbox, thread, send, read]

/** The service of a message must be one of its receiver that the sender sees. @throws {AppError} VALIDATION */
async function assertTheirs(
  context: CallContext,
  tx: Tx,
  id_service: number,
  drivers: readonly number[],
): Promise<void> {
  const service = await visible(tx, context, 'services')
    .where('id', '=', id_service)
    .where('id_driver', 'in', drivers)
    .select('id')
    .executeTakeFirst()
  if (!service) throw new AppError('VALIDATION', { errors: { id_service: { key: 'ref' } } })
}
