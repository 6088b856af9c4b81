import { AppError } from '../../../model/errors'
import type { Db, Tx } from '../../platform/database/database'
import type { HookContext } from '../feature/hooks'
import { engineTables } from '../../platform/database/engine-tables'

/** A password counts for so many minutes of the session in which it was given; a log-in gives it. */
const CONFIRMED_MIN = 10

/**
 * Refuses a sensitive act in a session that was taken over unattended: its own user's password must have been given
 * lately.
 * @param id_session absent or null: no session asks (a command, a job)
 * @throws {AppError} CONFIRM; the same call works after `POST me/confirm`
 */
export async function assertConfirmed(db: Db | Tx, id_session: number | null | undefined, now: Date): Promise<void> {
  if (id_session === null || id_session === undefined) return
  const since = new Date(now.getTime() - CONFIRMED_MIN * 60_000).toISOString()
  const row = await engineTables(db)
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id_session)
    .where('date_confirmed', '>', since)
    .executeTakeFirst()
  if (!row) throw new AppError('CONFIRM')
}

/** The same within a write; a program cannot be asked. @throws {AppError} CONFIRM, FORBIDDEN for API keys */
export async function assertSure({ tx, actor, id_session, now, confirmed }: HookContext): Promise<void> {
  if (actor.key) throw new AppError('FORBIDDEN', { say: 'errors.key_sensitive' })
  if (!confirmed) await assertConfirmed(tx, id_session, now)
}
