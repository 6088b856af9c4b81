import { sql } from 'kysely'
import type { ChosenAnswer } from '../../model/catalogue-answers'
import { canonicalValue, isWritable, typeOf } from '../../model/canonical'
import { AppError } from '../../model/errors'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import { isSettable } from '../../model/settable'
import { onChosen } from './bulk/on-chosen'
import { seenFields } from './fields/seen-fields'
import type { RecordContext } from './record-context'
import type { RecordId } from './record-id'
import { ruleSql } from './rule-readings'
import { UNDO_S } from './write/keep'
import type { Write } from './write/open-write'
import { assertEdits, save } from './write/save'

/**
 * `POST {endpoint}/set {id | ids | all…, field, value}`: gives one field of the chosen records a value. Each is written
 * like any other change, and refused for itself. `version` with one `id` refuses a record changed since.
 * @throws {AppError} FORBIDDEN, NOT_FOUND; CONFLICT of one record; VALIDATION at `field` when it is no field that can
 * be set, at the field itself when no record could have the value
 */
export async function setField(
  context: RecordContext,
  { field: name, value = null, version, ...chosen }: JsonObject,
): Promise<ChosenAnswer> {
  assertEdits(context)
  if (context.resource.singleton) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const { entity, runtime } = context
  const field = typeof name === 'string' && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  // A field that the asker does not see is answered like one that does not exist.
  const isSeen = field !== undefined && seenFields(context).fields.has(field.name)
  if (!field || !isSeen)
    throw new AppError('VALIDATION', { errors: { field: { key: name === undefined ? 'required' : 'unknown' } } })
  if (!isWritable(field) || !isSettable(entity, field, runtime.fieldTypes))
    throw new AppError('VALIDATION', { errors: { field: { key: 'read_only' } } })
  const given = canonicalValue(field, runtime.fieldTypes, value)
  const error =
    given === null
      ? field.required
        ? { key: 'required' }
        : null
      : typeOf(field, runtime.fieldTypes).check(given, field)
  if (error) throw new AppError('VALIDATION', { errors: { [field.name]: error } })
  const known: JsonObject =
    chosen.id !== undefined && chosen.ids === undefined && version !== undefined ? { version } : {}
  return onChosen(
    context,
    {
      done: runtime.words.say(context.actor.language, 'records.done_save'),
      undo: { verb: 'set', seconds: UNDO_S },
      one: async (of, write, id, run) => {
        await assertShown(of, write, field, id)
        // Errors that the record already had are no reason to refuse this, unless they are about this field.
        const change = { id, ...known, [field.name]: given as Json }
        await save(of, write, change, { forgiving: 'untouched', mustExist: true, note: run })
      },
    },
    chosen,
  )
}

/** A save leaves what a record hides as it was, without a word. @throws {AppError} VALIDATION */
async function assertShown(context: RecordContext, { tx }: Write, field: Field, id: RecordId): Promise<void> {
  const rule = seenFields(context).fields.get(field.name)
  if (!rule) return
  const { rows } = await sql<{
    holds: boolean
  }>`select ${ruleSql(context, rule, context.entity, 't')} as holds from ${sql.table(context.entity.name)} as t
    where t.id = ${id}`.execute(tx)
  if (rows[0]?.holds === false) throw new AppError('VALIDATION', { errors: { [field.name]: { key: 'not_editable' } } })
}
