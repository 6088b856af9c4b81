import type { JsonObject } from '../../../model/json'
import { once } from '../../platform/once/once'
import { inOneWrite } from './open-write'
import { presented } from '../read/presented'
import { withChildren } from '../read/children-rows'
import { findRecord } from '../read/read'
import type { RecordContext } from '../record-context'
import { readId } from '../record-id'
import { withFileContents } from '../fields/record-files'
import { assertEdits, save } from './save'
import type { Saved } from '../../language/feature/call'
import { closingOf } from '../read/closed-flags'
import { flaggedColumns } from '../read/wire-columns'

/** A record as its writer sees it after the write; null when they no longer see it. */
interface Written extends Saved {
  readonly item: JsonObject | null
}

/**
 * Creates a record (no `id`) or changes one, in a transaction of its own. With an idempotency key it does so once: sent
 * again, the answer is the record that came of it, as it is now.
 * @throws {AppError} FORBIDDEN, KEY_REUSED and what `save` throws
 */
export async function writeRecord(context: RecordContext, input: JsonObject): Promise<Written> {
  assertEdits(context)
  const { actor, entity, now, origin, resource } = context
  // A client that sends no version may overwrite changes it has not seen; the log marks such lines.
  const blind = input.id !== undefined && input.id !== null && (input.version === undefined || input.version === null)
  const written = await inOneWrite(context, async (write) => {
    const asked = {
      actor,
      now,
      call: `${resource.name}/create`,
      key: origin.idempotency,
      input: origin.idempotency ? await withFileContents(context, write.tx, input) : input,
    }
    const { answer } = await once(write.tx, asked, async () => ({
      ...(await save(context, write, input, blind ? { note: 'unversioned' } : {})),
    }))
    const id = readId(entity, answer.id)
    return { id, done: answer.done, item: await findRecord(context, write.tx, flaggedColumns(context), id) }
  })
  if (!written.item) return written
  const { db } = context.runtime.database
  const item = (await presented(context, db, [written.item], { said: closingOf(context).flagged }))[0] ?? written.item
  return { ...written, item: await withChildren(context, db, item, written.id) }
}
