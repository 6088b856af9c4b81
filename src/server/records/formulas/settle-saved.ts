import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import { toldAtReason } from '../../../model/validation/told-at-reason'
import type { Json, JsonObject } from '../../../model/json'
import { validateRecord } from '../../../model/validation/validate'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { ruleContext } from '../rule-readings'
import { refusal } from '../why-not'
import type { Write } from '../write/open-write'
import { pathsOf, resolveReferences } from '../fields/references'
import type { StoredRow } from '../write/stored-row'
import { asksLate, isLate, lateOf, type Errors } from './late-errors'
import { settleFormulas } from './settle'

/** A record that was just written. */
interface Saved {
  readonly id: RecordId
  readonly before: JsonObject | null
  readonly record: JsonObject
  readonly fields: readonly Field[]
  /** Fields that its move fills whatever its state locks. */
  readonly opened?: ReadonlySet<string>
}

/** What formulas over rows gave a record, and the fields where that is another value. */
interface LateValues {
  readonly values: { readonly [field: string]: Json }
  readonly fields: readonly Field[]
}

const NO_LATE_VALUES: LateValues = { values: {}, fields: [] }

/**
 * Counts again what depends on a record that was just written.
 * @throws {AppError} VALIDATION where a value that rows decide breaks a rule, unless `forgiving`; `untouched`: unless
 * it was broken before, and the value is the same
 */
export async function settleSaved(
  context: RecordContext,
  write: Write,
  saved: Saved,
  forgiving: boolean | 'untouched' = false,
): Promise<LateValues> {
  const [late = NO_LATE_VALUES] = await settleAll(context, write, [saved])
  const isForgiven = forgiving === true || (forgiving === 'untouched' && late.fields.length === 0)
  const errors = isForgiven ? {} : await lateErrors(context, write, saved, late)
  if (Object.keys(errors).length > 0) throw refusal(context, errors)
  return late
}

/**
 * The same for records that were planned together;
 * @returns those that were written, with their late values.
 * @param refused makes the error of some of them
 */
export async function settlePlanned<One extends Omit<Saved, 'id'> & { readonly stored: StoredRow | null }>(
  context: RecordContext,
  write: Write,
  planned: readonly One[],
  refused: (rows: readonly (readonly [at: number, error: AppError])[]) => AppError,
): Promise<readonly One[]> {
  const written = planned.flatMap((one, at) =>
    one.stored ? [{ ...one, at, id: readId(context.entity, one.stored.id) }] : [],
  )
  const late = await settleAll(context, write, written)
  const wrong: (readonly [number, AppError])[] = []
  for (const [i, one] of written.entries()) {
    const errors = await lateErrors(context, write, one, late[i] ?? NO_LATE_VALUES)
    if (Object.keys(errors).length > 0) wrong.push([one.at, refusal(context, errors)])
  }
  if (wrong.length > 0) throw refused(wrong)
  return written.map((one, i) => ({
    ...one,
    record: { ...one.record, ...late[i]?.values },
    fields: [...one.fields, ...(late[i]?.fields ?? [])],
  }))
}

async function settleAll(context: RecordContext, write: Write, rows: readonly Saved[]): Promise<readonly LateValues[]> {
  const { model, entity } = context
  const written = rows.map(({ id, before, record, fields }) => ({
    id,
    before,
    after: record,
    fields: before && new Set(fields.map(({ name }) => name)),
  }))
  const got = await settleFormulas(model, write, entity, written).catch((error: unknown) => {
    const [first] = rows
    if (!first || !(error instanceof AppError) || Object.keys(error.errors).length === 0) throw error
    throw refusal(
      context,
      toldAtReason(entity, error.errors, ruleContext(context, first.record, first.before), first.opened),
    )
  })
  return rows.map(({ id, fields }) => {
    const values = got.get(id)
    if (!values) return NO_LATE_VALUES
    return {
      values,
      fields: Object.keys(values)
        .flatMap((name) => entity.fields[name] ?? [])
        .filter((field) => !fields.includes(field)),
    }
  })
}

async function lateErrors(
  context: RecordContext,
  { tx }: Write,
  { before, record, opened }: Saved,
  { values }: LateValues,
): Promise<Errors> {
  const { entity, model, runtime } = context
  const late = lateOf(model, entity)
  if (late.size === 0) return {}
  const after = { ...record, ...values }
  if (!asksLate(entity, late)) {
    return toldAtReason(
      entity,
      Object.fromEntries(
        [...late].flatMap((name) => {
          const field = entity.fields[name]
          const value = after[name] ?? null
          const error = field && value !== null ? typeOf(field, runtime.fieldTypes).check(value, field) : null
          return error ? [[name, error]] : []
        }),
      ),
      ruleContext(context, after, before),
      opened,
    )
  }
  const { paths } = pathsOf(entity).length > 0 ? await resolveReferences(context, tx, after, after) : { paths: {} }
  const errors = validateRecord(
    entity,
    runtime.fieldTypes,
    after,
    ruleContext(context, { ...after, ...paths }, before),
    undefined,
    {},
    opened,
  )
  return Object.fromEntries(Object.entries(errors).filter(([source, error]) => isLate(entity, late, source, error)))
}
