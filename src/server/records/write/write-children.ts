import { sql } from 'kysely'
import { canonicalRecord } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Children } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { withSetValues } from '../../../model/validation/set-values'
import { validateRecord } from '../../../model/validation/validate'
import type { FieldChange } from '../../language/audit'
import type { Saved } from '../../language/feature/call'
import { withRows } from '../formulas/settle'
import { withoutBehind, withoutUncounted } from '../formulas/late-errors'
import { exchangeRanks } from './exchange-ranks'
import { asObject } from '../json-object'
import { inSavepoint, type Write } from './open-write'
import type { RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { rowTitles } from './row-titles'
import { defaultValues, stampedValues } from '../fields/new-record'
import { remove } from './remove'
import { ruleContext } from '../rule-readings'
import { inScope } from '../fields/in-scope'
import { childContext, childrenFields, MAX_LEVELS, type ChildrenField } from '../read/children-rows'

type FieldErrors = { readonly [source: string]: FieldError }
type SaveRow = (context: RecordContext, write: Write, input: JsonObject) => Promise<Saved>

/** Fields of the entity whose rows came with the input. */
const sentChildren = ({ entity }: RecordContext, record: JsonObject): readonly ChildrenField[] =>
  childrenFields(entity).filter(({ name }) => record[name] !== undefined)

/**
 * Errors of rows and of their own rows that can be found without the database, at `zones.0.name`, so that they are
 * reported together with the parent's own.
 */
export function rowErrors(context: RecordContext, record: JsonObject): FieldErrors {
  const found: { [source: string]: FieldError } = {}
  for (const field of sentChildren(context, record)) {
    const there = childContext(context, field.children, null)
    if (!there) continue
    const { count, levels } = nesting(context, field.children, rowsOf(record[field.name]))
    if (levels > MAX_LEVELS) found[field.name] = { key: 'children' }
    if (count > MAX_IN_ALL) found[field.name] = { key: 'too_many', params: { max: MAX_IN_ALL } }
    if (found[field.name]) continue
    rowsOf(record[field.name]).forEach((row, i) => {
      if (!asObject(row)) return
      for (const [path, error] of Object.entries(rowErrors(there, row))) found[`${field.name}.${i}.${path}`] = error
      // For an existing row only its changes are sent; it is checked when it is saved.
      if (row.id !== undefined && row.id !== null) return
      const sent = canonicalRecord(there.entity, there.runtime.fieldTypes, { ...defaultValues(there.entity), ...row })
      const values = withSetValues(there.entity, sent, (row) => ruleContext(there, row))
      const all = validateRecord(
        there.entity,
        there.runtime.fieldTypes,
        values,
        ruleContext(there, values),
        null,
        stampedValues(there),
      )
      const errors = withoutBehind(there.entity, withoutUncounted(there.entity, row, all))
      for (const [name, error] of Object.entries(errors))
        if (name !== field.children.link) found[`${field.name}.${i}.${name}`] = error
    })
  }
  return found
}

/**
 * Writes the rows of a record through `save`, the write path of their own entity, inside the record's transaction: rows
 * with an id are changed, rows without one are created, missing rows are removed, and rows that have an order keep the
 * one they came in.
 * @returns the titles of each changed field's rows before and after
 * @throws {AppError} VALIDATION with the errors of all rows, by `zones.0.name`
 */
export const writeChildren = (
  context: RecordContext,
  write: Write,
  record: JsonObject,
  parent: RecordId,
  save: SaveRow,
): Promise<{ readonly [field: string]: FieldChange }> =>
  withRows(write, () => writeEach(context, write, record, parent, save))

async function writeEach(
  context: RecordContext,
  write: Write,
  record: JsonObject,
  parent: RecordId,
  save: SaveRow,
): Promise<{ readonly [field: string]: FieldChange }> {
  const changes: { [field: string]: FieldChange } = {}
  const errors: { [source: string]: FieldError } = {}
  for (const field of sentChildren(context, record)) {
    const child = childContext(context, field.children, parent)
    if (!child) continue
    const there = { ...child, within: { of: child.entity.name, link: field.children.link, record } }
    const before = await standing(there, write, field.children, parent)
    const sent = sentRows(there, field, rowsOf(record[field.name]), new Set(before.map(({ id }) => id)), errors)
    // Removed rows free their values for new ones, once the kept rows no longer refer to them.
    const kept = await saveRows(
      there,
      write,
      field,
      sent.filter(({ id }) => id !== null),
      save,
      errors,
    )
    const gone = before.filter((row) => !sent.some(({ id }) => id === row.id))
    for (const { id } of Object.keys(errors).length > 0 ? [] : gone) {
      const error = await inSavepoint(write, () => remove(there, write, id))
      if (error) errors[field.name] = notRemoved(there, error)
    }
    const made = await saveRows(
      there,
      write,
      field,
      sent.filter(({ id }) => id === null),
      save,
      errors,
    )
    const ids = sent.flatMap(({ at }) => kept.ids.get(at) ?? made.ids.get(at) ?? [])
    const moved = there.entity.traits.includes('sortable') && (await ordered(there, write, ids))
    if (!kept.changed && !made.changed && gone.length === 0 && !moved) continue
    const after = await standing(there, write, field.children, parent)
    changes[field.name] = { from: null, to: null, from_text: titles(before), to_text: titles(after) }
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors })
  return changes
}

/** Why a row stays: what refers to it, or what else refuses its removal, in that refusal's own words. */
function notRemoved(
  { runtime: { words }, actor: { language } }: RecordContext,
  { code, say, params }: AppError,
): FieldError {
  if (code === 'IN_USE' && say === 'records.in_use')
    return { key: 'row_in_use', params: { uses: String(params.uses ?? '') } }
  return { key: 'row_kept', params: { why: words.say(language, say, params) } }
}

/** Each row is a write of its own, all in one transaction. */
const MAX_IN_ALL = 1000

/** How many rows there are in all, and how deeply they are nested, up to the limits. */
function nesting(
  context: RecordContext,
  { of }: Children,
  rows: readonly JsonObject[],
  level = 1,
): { readonly count: number; readonly levels: number } {
  const entity = context.model.entities[of]
  if (!entity || level > MAX_LEVELS) return { count: rows.length, levels: rows.length > 0 ? level : 0 }
  const within = childrenFields(entity).map(({ name, children }) =>
    nesting(
      context,
      children,
      rows.flatMap((row) => rowsOf(asObject(row)?.[name])),
      level + 1,
    ),
  )
  return within.reduce((all, one) => ({ count: all.count + one.count, levels: Math.max(all.levels, one.levels) }), {
    count: rows.length,
    levels: level,
  })
}

/** Rows as they were sent; `check` reports those that are no objects. */
const rowsOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonObject[]) : []

interface Standing {
  readonly id: RecordId
  readonly title: string
}

/** The existing rows that the asker may change, locked in the order of their ids. */
async function standing(
  there: RecordContext,
  { tx }: Write,
  { link }: Children,
  parent: RecordId,
): Promise<readonly Standing[]> {
  const { rows } = await sql<{ [column: string]: Json }>`select t.* from ${sql.table(there.entity.name)} as t
    where ${sql.ref(`t.${link}`)} = ${parent}
      and ${inScope({ ...there, resource: { ...there.resource, where: undefined } }, 't', { use: 'write' })}
    order by t.id for update of t`.execute(tx)
  // Locked by their ids, returned in the order users gave them.
  const inOrder = there.entity.traits.includes('sortable')
    ? [...rows].sort((a, b) => Number(a.rank) - Number(b.rank))
    : rows
  const titles = await rowTitles(there, tx, link, inOrder)
  return inOrder.map((row, at) => ({ id: readId(there.entity, row.id), title: titles[at] ?? '' }))
}

/** A row at its place in the list that was sent; without an id it is new. */
interface Sent {
  readonly at: number
  readonly id: RecordId | null
  readonly values: JsonObject
}

/** Matches sent rows with existing ones: a row of another record, or one named twice, is refused. */
function sentRows(
  { entity }: RecordContext,
  { name, children }: ChildrenField,
  rows: readonly JsonObject[],
  known: ReadonlySet<RecordId>,
  errors: { [source: string]: FieldError },
): readonly Sent[] {
  const met = new Set<RecordId>()
  return rows.flatMap((row, at): Sent[] => {
    const { [children.link]: _, ...values } = row
    const id = row.id === undefined || row.id === null || row.id === '' ? null : readId(entity, row.id)
    if (id === null) return [{ at, id, values }]
    // Where users give the ids, a row that does not exist is a new one.
    const isNew = entity.key !== undefined && !known.has(id)
    if ((!known.has(id) && !isNew) || met.has(id)) {
      errors[`${name}.${at}.id`] = { key: 'ref' }
      return []
    }
    met.add(id)
    return [isNew ? { at, id: null, values: { ...values, version: 0 } } : { at, id, values: { ...values, id } }]
  })
}

/**
 * @returns the ids of the rows by their places in the list, also of those that could not be written if they have one
 */
async function saveRows(
  there: RecordContext,
  write: Write,
  field: ChildrenField,
  rows: readonly Sent[],
  save: SaveRow,
  errors: { [source: string]: FieldError },
): Promise<{ readonly ids: ReadonlyMap<number, RecordId>; readonly changed: boolean }> {
  const ids = new Map<number, RecordId>()
  let changed = false
  for (const { at, id, values } of rows) {
    const error = await inSavepoint(write, async () => {
      const saved = await save(there, write, values)
      ids.set(at, saved.id)
      changed ||= saved.done !== 'unchanged'
    })
    if (!error) continue
    if (id !== null) ids.set(at, id)
    if (error.code !== 'VALIDATION') throw error
    for (const [name, one] of Object.entries(error.errors)) errors[`${field.name}.${at}.${name}`] = one
  }
  return { ids, changed }
}

/** Puts the rows into the order they came in, using the ranks they have; true where that changed something. */
async function ordered(there: RecordContext, write: Write, ids: readonly RecordId[]): Promise<boolean> {
  if (ids.length < 2) return false
  const { rows } = await sql<{
    id: Json
  }>`select t.id from ${sql.table(there.entity.name)} as t where t.id = any(${idArray(there.entity, ids)})
    order by t.rank, t.id`.execute(write.tx)
  if (rows.every(({ id }, i) => readId(there.entity, id) === ids[i])) return false
  await exchangeRanks(there, write, ids)
  return true
}

/** Longer lists of names are not useful to a reader. */
const MAX_CHARS = 500
const titles = (rows: readonly Standing[]): string =>
  rows
    .flatMap(({ title }) => title || [])
    .join(', ')
    .slice(0, MAX_CHARS)
