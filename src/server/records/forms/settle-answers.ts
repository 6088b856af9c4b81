import { answersOf, type AnsweredField, type Answers, type CompiledForm } from '../../../model/forms/form'
import { answerErrors, settledValues } from '../../../model/forms/settle-answers'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { isCountedId } from '../../../model/values/id-value'
import { isSame } from '../../../model/values/same'
import type { Tx } from '../../platform/database/database'
import { ValueTexts } from '../fields/value-texts'
import type { RecordContext } from '../record-context'
import { fileIdOf } from '../fields/record-files'
import { readCompiled } from './read-forms'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

interface Settled {
  readonly values: { readonly [field: string]: Json }
  readonly errors: { readonly [path: string]: FieldError }
}

/**
 * Judges the answers of a record by the publication that they answer, whatever the sender judged: hidden values are
 * dropped, the rest is checked as a record is, and the words of today are written beside them. Errors stand at
 * `<field>.<key>`.
 * @param sent the whole record as it would be stored
 */
export async function settleAnswers(
  context: RecordContext,
  tx: Tx,
  sent: JsonObject,
  before: JsonObject | null,
): Promise<Settled> {
  const values: { [field: string]: Json } = {}
  const errors: { [path: string]: FieldError } = {}
  for (const field of Object.values(context.entity.fields)) {
    if (!field.answers) continue
    const [value, form] = [sent[field.name] ?? null, sent[field.answers.form] ?? null]
    const isTouched =
      !isSame(value, before?.[field.name] ?? null) || !isSame(form, before?.[field.answers.form] ?? null)
    // What has not the shape of answers, validation reports.
    const isFit = value !== null && isTouched && typeOf(field, context.runtime.fieldTypes).check(value, field) === null
    const answers = isFit ? answersOf(value) : null
    if (!answers) continue
    const found = await settleOne(context, tx, field, { answers, form, before })
    if ('value' in found) values[field.name] = found.value
    else for (const [path, error] of Object.entries(found.errors)) errors[path === '' ? field.name : path] = error
  }
  return { values, errors }
}

type One = { readonly value: Json } | { readonly errors: { readonly [path: string]: FieldError } }

async function settleOne(
  context: RecordContext,
  tx: Tx,
  field: Field,
  { answers, form, before }: { answers: Answers; form: Json; before: JsonObject | null },
): Promise<One> {
  const old = answersOf(before?.[field.name])
  const link = field.answers?.form ?? ''
  if (!isCountedId(form)) return { errors: { '': { key: 'forms.no_form' } } }
  if (answers.form !== null && answers.form !== form) return { errors: { '': { key: 'forms.other_form' } } }
  const isNew = old?.form !== form
  const row = await livingRows(tx, 'forms').select(['state', 'published']).where('id', '=', form).executeTakeFirst()
  // What is no form, the reference says.
  if (!row) return { errors: {} }
  if (row.published === null || (isNew && row.state !== '1'))
    return { errors: { [link]: { key: row.published === null ? 'forms.unpublished' : 'forms.off' } } }
  const compiled = await readCompiled(
    context.runtime.database,
    tx,
    form,
    answers.version ?? (isNew ? null : old.version),
  )
  if (!compiled) return { errors: { '': { key: 'forms.no_version' } } }

  const { fieldTypes } = context.runtime
  const sent = withIds(compiled, context, answers.values)
  const settled = settledValues(compiled, fieldTypes, sent, context.now.getTime())
  const wrong = {
    ...answerErrors(compiled, fieldTypes, sent, settled, context.now.getTime()),
    ...(await listErrors(tx, compiled, settled, old?.values ?? {})),
  }
  if (Object.keys(wrong).length > 0)
    return { errors: Object.fromEntries(Object.entries(wrong).map(([key, error]) => [`${field.name}.${key}`, error])) }
  const words = await wordsOf(context, tx, compiled, settled)
  return { value: { form, version: compiled.number, values: settled, words: words as unknown as Json } }
}

/** Addresses of files, as they were read, become ids again. */
function withIds({ entity }: CompiledForm, { runtime }: RecordContext, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const field = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
      return [key, field && typeOf(field, runtime.fieldTypes).file ? fileIdOf(value) : value]
    }),
  )
}

/** A name out of a list is one that is there today, or was chosen before. */
async function listErrors(
  tx: Tx,
  { lists }: CompiledForm,
  values: JsonObject,
  old: JsonObject,
): Promise<{ [key: string]: FieldError }> {
  const errors: { [key: string]: FieldError } = {}
  for (const [key, { var1, var2 }] of Object.entries(lists)) {
    const value = values[key]
    if (typeof value !== 'string' || value === old[key]) continue
    const listed = livingRows(tx, 'form_lists').select('id').where('var1', '=', var1).where('name', '=', value)
    const found = await (var2 === null ? listed : listed.where('var2', '=', var2)).limit(1).executeTakeFirst()
    if (!found) errors[key] = { key: 'enum' }
  }
  return errors
}

/** What was asked and answered, as people read it today. */
async function wordsOf(
  context: RecordContext,
  tx: Tx,
  { entity, sections, summary }: CompiledForm,
  values: JsonObject,
): Promise<readonly AnsweredField[]> {
  const { fieldTypes } = context.runtime
  const texts = new ValueTexts(context)
  const files = Object.keys(values)
    .filter((key) => entity.fields[key] && typeOf(entity.fields[key], fieldTypes).file)
    .flatMap((key) => (isCountedId(values[key]) ? [values[key]] : []))
  const names =
    files.length === 0
      ? []
      : await engineTables(tx).selectFrom('files').select(['id', 'name']).where('id', 'in', files).execute()
  const shown = (field: Field, value: Json): string =>
    (names.find(({ id }) => id === value && typeOf(field, fieldTypes).file)?.name as string | undefined) ??
    texts.shown(value, field, null)
  return sections.flatMap(({ key: title, title: label, fields }): AnsweredField[] => {
    const inside = fields.flatMap((key): AnsweredField[] => {
      const field = entity.fields[key]
      const value = values[key] ?? null
      if (!field || value === null) return []
      const kind = typeOf(field, fieldTypes).file
        ? { file: field.type === 'image' ? ('image' as const) : ('file' as const) }
        : {}
      return [
        {
          key,
          label: field.title,
          text: shown(field, value),
          ...kind,
          ...(summary.includes(key) && { show_to_text: true as const }),
        },
      ]
    })
    return title === null || label === null || inside.length === 0 ? inside : [{ key: title, label }, ...inside]
  })
}
