import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { ChosenAnswer } from '../../../model/catalogue-answers'
import type { JsonObject } from '../../../model/json'
import { MAX_TAGS } from '../../../model/tags-asked'
import { onChosen } from '../../records/bulk/on-chosen'
import type { RecordContext } from '../../records/record-context'
import type { RecordId } from '../../records/record-id'
import { idsOf } from '../../records/relations/write-refs'
import { UNDO_S } from '../../records/write/keep'
import { lockRecord } from '../../records/write/lock-record'
import type { Write } from '../../records/write/open-write'
import { save } from '../../records/write/save'
import { assertRetags } from '../../records/takes-part'
import { tagsNamed } from './tag-pool'

/**
 * `POST {endpoint}/retag {id | ids | all…, add, remove}`: gives the chosen records tags and takes others from them.
 * @throws {AppError} FORBIDDEN, NOT_FOUND; VALIDATION at `add` and `remove`
 */
export async function retag(context: RecordContext, { add, remove, ...chosen }: JsonObject): Promise<ChosenAnswer> {
  assertRetags(context)
  const added = await tagsNamed(context, add, 'add')
  const removed = await tagsNamed(context, remove, 'remove')
  if (added.length + removed.length === 0) throw new AppError('VALIDATION', { errors: { add: { key: 'required' } } })
  return onChosen(
    context,
    {
      done: context.runtime.words.say(context.actor.language, 'records.done_save'),
      undo: { verb: 'retag', seconds: UNDO_S },
      one: async (of, write, id, run) => {
        // Its tags are read by the statement after the one that may wait for the row.
        await sql`select 1 from ${sql.table(of.entity.name)} as t where t.id = ${id} for update of t`.execute(write.tx)
        const before = idsOf((await lockRecord(of, write.tx, id)).tags)
        await putTags(
          of,
          write,
          id,
          before,
          [...new Set([...before, ...added])].filter((one) => !removed.includes(Number(one))),
          run,
        )
      },
    },
    chosen,
  )
}

/** Writes the tags of a locked record as a change like any other. @throws {AppError} VALIDATION at `add` */
export async function putTags(
  context: RecordContext,
  write: Write,
  id: RecordId,
  before: readonly RecordId[],
  tags: readonly RecordId[],
  note: string | null,
): Promise<void> {
  if (tags.length > MAX_TAGS)
    throw new AppError('VALIDATION', { errors: { add: { key: 'too_many', params: { max: MAX_TAGS } } } })
  if (tags.length === before.length && tags.every((one) => before.includes(one))) return
  await save(
    context,
    write,
    { id },
    { forgiving: true, mustExist: true, note, judged: true, also: { tags: tags.length === 0 ? null : [...tags] } },
  )
}
