import { canonicalValue, typeOf } from '../../../model/canonical'
import { compileForm, type FormError } from '../../../model/forms/compile-form'
import { conditionErrors } from '../../../model/forms/condition-size'
import type { FormVersion } from '../../../model/forms/form'
import { previewFormCall, publishCall } from '../../../model/forms/form-calls'
import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { definedField, recordsOf } from '../../../model/overlay'
import { isSame } from '../../../model/values/same'
import type { Tx } from '../../platform/database/database'
import { fieldTypes } from '../../language/field-types'
import { serveCall } from '../../language/feature/call'
import { editedFields, fieldRow, publishedField, readVersion } from '../../records/forms/read-forms'
import { engineTables, livingRows } from '../../platform/database/engine-tables'

/** What is wrong with a form that would be published; of one that adds fields to records also what these refuse. */
function problemsOf(
  model: Model,
  version: FormVersion,
  target: string | null,
): { readonly compiled: ReturnType<typeof compileForm>['compiled']; readonly errors: readonly FormError[] } {
  const long = conditionErrors(version.fields)
  if (long.length > 0) return { compiled: null, errors: long }
  const { compiled, errors } = compileForm(version, fieldTypes)
  if (errors.length > 0 || target === null || !recordsOf(model, target)) return { compiled, errors }
  const above: Field[] = []
  const refused = version.fields.flatMap((one): FormError[] => {
    const found = definedField(model, fieldTypes, target, one, above)
    if ('field' in found) above.push(found.field)
    // Its own published field is there already.
    return 'field' in found || found.error === 'taken'
      ? []
      : [{ key: one.key, at: found.at === 'id_form' ? 'type' : found.at, say: found.error }]
  })
  return { compiled, errors: refused }
}

const errorOf = ({ say, what }: FormError): FieldError => ({
  key: `forms.${say}`,
  ...(what !== undefined && { params: { what } }),
})

/**
 * Cells that could not be saved: what is only tried out keeps the limits of a saved row. A cell that is still empty is
 * the publication's matter.
 */
function cellErrors({ entities }: Model, row: JsonObject): (readonly [column: string, error: FieldError])[] {
  return Object.values(entities.form_fields?.fields ?? {}).flatMap((field): [string, FieldError][] => {
    const value = canonicalValue(field, fieldTypes, row[field.name] ?? null)
    const error = field.system || field.ref || value === null ? null : typeOf(field, fieldTypes).check(value, field)
    return error ? [[field.name, error]] : []
  })
}

/** `POST forms/preview`. */
export const previewForm = serveCall(previewFormCall, async ({ model, say }, { id, name = '', target, fields }) => {
  const malformed = fields.flatMap((row, at) =>
    cellErrors(model, row as JsonObject).map(([column, { key, params }]) => ({
      row: at,
      at: column,
      say: say(`validation.${key}`, params),
    })),
  )
  if (malformed.length > 0) return { form: null, problems: malformed }
  // A row that is not saved yet has no key; its place stands for it.
  const rows = fields.map((row, at) => fieldRow({ ...row, key: row.key ?? `new_${at}` }))
  const used = rows.map((row, at) => ({ row, at })).filter(({ at }) => fields[at]?.state !== '0')
  const version: FormVersion = {
    form: id ?? 0,
    number: 0,
    title: name,
    fields: used.map(({ row }) => publishedField(row)),
  }
  const { compiled, errors } = problemsOf(model, version, target ?? null)
  const problems = errors.map((error) => {
    const { key, params } = errorOf(error)
    return {
      row: used.find(({ row }) => row.key === error.key)?.at ?? -1,
      at: error.at,
      say: say(`validation.${key}`, params),
    }
  })
  return { form: compiled, problems }
})

/** `POST forms/publish`: one publication after the other, each made once. */
export const publish = serveCall(publishCall, async ({ model, records, actor, now, say }, { id, version }) => {
  return records.write(async ({ tx, saveOwn }) => {
    const form = await livingRows(tx, 'forms')
      .select(['name', 'target', 'published'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!form) throw new AppError('NOT_FOUND')
    const rows = await editedFields(tx, id)
    const last = form.published === null ? null : await readVersion(tx, id, null)
    const number = await nextNumber(tx, id)
    const made: FormVersion = { form: id, number, title: String(form.name), fields: rows.map(publishedField) }
    const { errors } = problemsOf(model, made, String(form.target))
    if (errors.length > 0) throw new AppError('VALIDATION', { errors: await atRows(tx, id, errors) })
    if (made.fields.length === 0) throw new AppError('VALIDATION', { errors: { fields: { key: 'forms.empty' } } })
    if (last && last.title === made.title && isSame(last.fields as unknown as Json, made.fields as unknown as Json))
      return { number: last.number, changed: false, msg: say('forms.unchanged', { n: last.number }) }
    const moment = now().toISOString()
    await engineTables(tx)
      .insertInto('form_versions')
      .values({
        id_form: id,
        number,
        title: made.title,
        definition: JSON.stringify({ fields: made.fields }),
        id_user: actor.id,
        date_created: moment,
        date_updated: moment,
      })
      .execute()
    await saveOwn(
      'forms',
      { id, ...(version !== undefined && { version }) },
      { also: { published: number }, verb: 'publish', note: `v${number}` },
    )
    return { number, changed: true, msg: say('forms.published', { n: number }) }
  })
})

async function nextNumber(tx: Tx, id_form: number): Promise<number> {
  const { most } = await engineTables(tx)
    .selectFrom('form_versions')
    .select(({ fn }) => fn.max('number').as('most'))
    .where('id_form', '=', id_form)
    .executeTakeFirstOrThrow()
  return Number(most ?? 0) + 1
}

/** Errors at `fields.<place>.<column>`, the place among all rows of the form. */
async function atRows(tx: Tx, id_form: number, errors: readonly FormError[]): Promise<{ [path: string]: FieldError }> {
  const all = await livingRows(tx, 'form_fields')
    .select('key')
    .where('id_form', '=', id_form)
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return Object.fromEntries(
    errors.map((error) => {
      const place = all.findIndex(({ key }) => key === error.key)
      return [place === -1 ? 'fields' : `fields.${place}.${error.at}`, errorOf(error)]
    }),
  )
}
