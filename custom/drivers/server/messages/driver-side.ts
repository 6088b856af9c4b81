import { living, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { raised } from '#engine/server'
import { driverMessagesCall, driverReadCall, driverWriteCall } from '../../model/messages-call'
import { serveDriver } from '../serve-driver'
import { readDriverMessages, unreadOf } from './read-messages'
import { writeMessage } from './write-message'

const list = serveDriver(driverMessagesCall, async ({ db, id_driver }, { since }) => ({
  items: await readDriverMessages(db, (messages) => messages.where('m.id_driver', '=', id_driver), since),
  unread: await unreadOf(db, id_driver, false),
}))

const write = serveDriver(
  driverWriteCall,
  async ({ transaction, id_driver, now }, { body, idempotency = null, id_service = null }) => {
    const [item] = await transaction(async (tx) => {
      if (id_service !== null) {
        const service = await living(tx, 'services')
          .where('id', '=', id_service)
          .where('id_driver', '=', id_driver)
          .select('id')
          .executeTakeFirst()
        if (!service) throw new AppError('NOT_FOUND')
      }
      const id = await writeMessage(tx, {
        id_driver,
        id_user: null,
        body,
        urgent: false,
        id_service,
        idempotency,
        now: now(),
      })
      return readDriverMessages(tx, (messages) => messages.where('m.id', '=', id))
    })
    if (!item) throw new Error('a message is gone from under its transaction')
    return { item }
  },
)

const read = serveDriver(driverReadCall, async ({ db, id_driver, now }, { ids }) => {
  if (ids.length > 0) {
    await tables(db)
      .updateTable('driver_messages')
      .set({ date_read: now(), ...raised(now()) })
      .where('id_driver', '=', id_driver)
      .where('from_driver', '=', false)
      .where('date_read', 'is', null)
      .where('id', 'in', ids)
      .execute()
  }
  return { unread: await unreadOf(db, id_driver, false) }
})

export const driverMessageCalls = [list, write, read]
