import { writeLog, type LogEntry } from '../../language/audit'
import type { Write } from '../write/open-write'
import type { RecordContext } from '../record-context'

type Told = Pick<LogEntry, 'type_log' | 'id_target' | 'title' | 'changes' | 'note'>

/** Adds a line to the activity log of a write; `atOnce` when a later hook may read it. */
export const logWrite = (context: RecordContext, write: Write, what: Told, atOnce = false): Promise<void> =>
  logWrites(context, write, [what], atOnce)

/** Adds the lines of several records. */
export async function logWrites(
  context: RecordContext,
  write: Write,
  what: readonly Told[],
  atOnce: boolean,
): Promise<void> {
  const entries = what.map(
    (one): LogEntry => ({
      ...one,
      id_user: context.actor.id || null,
      target: context.entity.name,
      platform: context.origin.platform,
      id_session: context.origin.id_session,
      date: context.now,
    }),
  )
  if (atOnce) await writeLog(write.tx, ...entries)
  else write.log.push(...entries)
}
