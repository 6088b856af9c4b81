import { KIND } from '#app/asker'
import { living } from '#app/tables'
import { AppError } from '#engine/model'
import type { ServerFeature } from '#engine/server'
import { writeMessage } from './write-message'

const MAX_BODY = 1000

/**
 * What effects push is a message in the driver's application, which shows it with those of operators; there once,
 * however often it is tried.
 */
export const pushToDriver: NonNullable<NonNullable<ServerFeature['effects']>['push']> = async (
  { key, id_user, subject, body },
  { database, now },
) => {
  const isDriver = await living(database.db, 'users')
    .where('id', '=', id_user)
    .where('type_user', '=', KIND.driver)
    .select('id')
    .executeTakeFirst()
  if (!isDriver) return { ok: false, reason: 'no_driver', again: false }
  const text = [subject, body]
    .filter((part) => part !== null && part !== '')
    .join('\n')
    .slice(0, MAX_BODY)
  try {
    // The event's id: one message of an event for each driver.
    await database.transaction((tx) =>
      writeMessage(tx, {
        id_driver: id_user,
        id_user: null,
        fromOffice: true,
        body: text,
        urgent: false,
        id_service: null,
        idempotency: key.slice(0, 36),
        now: now(),
      }),
    )
    return { ok: true }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, reason: error.code, again: false }
    throw error
  }
}
