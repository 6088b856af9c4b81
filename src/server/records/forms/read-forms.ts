import { sql } from 'kysely'
import { compileForm } from '../../../model/forms/compile-form'
import type { CompiledForm, FormField, FormVersion } from '../../../model/forms/form'
import type { Json, JsonObject } from '../../../model/json'
import type { AddingForm } from '../../../model/overlay'
import type { Db } from '../../platform/database/database'
import { fieldTypes } from '../../language/field-types'
import { livingRows } from '../../platform/database/engine-tables'
import { living } from '../fields/in-scope'

/** A row of `form_fields` as it is edited. */
interface FieldRow {
  readonly id: number
  readonly key: string
  readonly type: string
  readonly label: string
  readonly help: string | null
  readonly required: boolean
  readonly options: string | null
  readonly minimum: number | null
  readonly maximum: number | null
  readonly var1: string | null
  readonly var2: string | null
  readonly condition: Json
  readonly app: readonly string[] | null
  readonly show_to_text: boolean
}

const trimmedText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
const numberOf = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : typeof value === 'object' ? NaN : Number(value)
const isOn = (value: unknown): boolean => value === true || value === 1

/** A row of the database, or a record of the wire, as a field that may be published. */
export function fieldRow(row: { readonly [column: string]: unknown }): FieldRow {
  return {
    id: Number(row.id ?? 0),
    key: String(row.key ?? ''),
    type: String(row.type ?? ''),
    label: String(row.label ?? '').trim(),
    help: trimmedText(row.help),
    required: isOn(row.required),
    options: trimmedText(row.options),
    minimum: numberOf(row.minimum),
    maximum: numberOf(row.maximum),
    var1: trimmedText(row.var1),
    var2: trimmedText(row.var2),
    condition: (row.condition ?? null) as Json,
    app: Array.isArray(row.app) && row.app.length > 0 ? row.app.filter((one) => typeof one === 'string') : null,
    show_to_text: isOn(row.show_to_text),
  }
}

/** `value=title`, or the title alone, one a line. */
function optionsOf(text: string | null): NonNullable<FormField['options']> {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [value = '', ...rest] = line.split('=')
      return { value: value.trim(), title: rest.join('=').trim() || value.trim() }
    })
}

/** A row as the field that a publication keeps. */
export function publishedField(row: FieldRow): FormField {
  const options = optionsOf(row.options)
  return {
    key: row.key,
    type: row.type,
    label: row.label,
    ...(row.help !== null && { help: row.help }),
    ...(row.required && { required: true as const }),
    ...(options.length > 0 && { options }),
    ...(row.minimum !== null && { minimum: row.minimum }),
    ...(row.maximum !== null && { maximum: row.maximum }),
    ...(row.var1 !== null && { list: { var1: row.var1, var2: row.var2 } }),
    ...(row.condition !== null && { condition: row.condition as JsonObject }),
    ...(row.app !== null && { app: row.app }),
    ...(row.show_to_text && { show_to_text: true as const }),
  }
}

/** The fields of a form that are on, as they are edited, in their order. */
export async function editedFields(db: Db, id_form: number): Promise<readonly FieldRow[]> {
  const rows = await livingRows(db, 'form_fields')
    .selectAll()
    .where('id_form', '=', id_form)
    .where('state', '=', '1')
    .orderBy('rank')
    .orderBy('id')
    .execute()
  return rows.map(fieldRow)
}

/** The published forms that are active. Forms about records add their fields to those records. */
export async function readAddingForms(db: Db): Promise<readonly AddingForm[]> {
  const { rows } = await sql<{
    target: string
    id: number
    number: string | number
    title: string
    definition: JsonObject
  }>`
    select f.target, f.id, v.number, v.title, v.definition from forms f join form_versions v on v.id_form = f.id
      and v.number = f.published
    where ${living('f')} and f.state = '1' order by f.target collate "C", f.rank, f.id`.execute(db)
  return rows.map(({ target, id, number, title, definition }) => ({
    target,
    version: versionOf(id, Number(number), title, definition),
  }))
}

const versionOf = (form: number, number: number, title: string | null, definition: JsonObject): FormVersion => ({
  form,
  number,
  title: title ?? '',
  fields: (definition.fields ?? []) as unknown as readonly FormField[],
})

/** Reads a publication of a form; without `number` the current one. Null when there is none. */
export async function readVersion(db: Db, form: number, number: number | null): Promise<FormVersion | null> {
  const { rows } = await sql<{ number: string | number; title: string; definition: JsonObject }>`
    select v.number, v.title, v.definition from form_versions v join forms f on f.id = v.id_form
    where v.id_form = ${form} and v.number = coalesce(${number}::bigint, f.published) and ${living('v')}`.execute(db)
  const [row] = rows
  return row ? versionOf(form, Number(row.number), row.title, row.definition) : null
}

// A publication never changes: it is compiled once for a database.
const compiled = new WeakMap<object, Map<string, CompiledForm>>()
const MAX_KEPT = 500

/**
 * A publication as a schema; null: there is none, or an older program published what this one cannot read.
 * @param of the database, whose publications are kept
 */
export async function readCompiled(
  of: object,
  db: Db,
  form: number,
  number: number | null,
): Promise<CompiledForm | null> {
  const kept = compiled.get(of) ?? new Map<string, CompiledForm>()
  compiled.set(of, kept)
  const known = number === null ? undefined : kept.get(`${form}/${number}`)
  if (known) return known
  const version = await readVersion(db, form, number)
  const made = version && (kept.get(`${form}/${version.number}`) ?? compileForm(version, fieldTypes).compiled)
  if (!made) return null
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(`${form}/${made.number}`, made)
  return made
}
