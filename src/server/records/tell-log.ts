import { writeLog, type LogEntry } from '../audit'
import type { Write } from './open-write'
import type { RecordContext } from './record-context'

/** Adds a line to the activity log of a write; `atOnce` when a hook that follows may read it. */
export async function tellLog(
  context: RecordContext,
  write: Write,
  what: Pick<LogEntry, 'type_log' | 'id_target' | 'title' | 'changes' | 'note'>,
  atOnce = false,
): Promise<void> {
  const entry: LogEntry = {
    ...what,
    id_user: context.actor.id || null,
    target: context.entity.name,
    platform: context.origin.platform,
    id_session: context.origin.id_session,
    date: context.now,
  }
  if (atOnce) await writeLog(write.tx, entry)
  else write.log.push(entry)
}
