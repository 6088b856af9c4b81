import { sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Children, Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import type { Db, Tx } from '../../platform/database/database'
import { presented } from './presented'
import { contextOf, type RecordContext } from '../record-context'
import { idArray, idOrder, readId, type RecordId } from '../record-id'
import type { Row } from '../fields/row-columns'
import { ruleHolds } from '../rule-readings'
import { seenFields } from '../fields/seen-fields'
import { wireColumns } from './wire-columns'
import { inScope } from '../fields/in-scope'

/** Fields of an entity whose values are rows of other entities. */
export const childrenFields = (entity: Entity): readonly ChildrenField[] =>
  Object.values(entity.fields).filter((field): field is ChildrenField => field.children !== undefined)

export type ChildrenField = Field & { readonly children: Children }

/** Rows, and rows of rows; entities may be written with rows of each other, to any depth. */
export const MAX_LEVELS = 2

/**
 * The rows' own context: their entity, through a catalogue of all of it, with the link to the parent fixed where there
 * is one.
 */
export function childContext(
  context: RecordContext,
  { of, link }: Children,
  parent: RecordId | null,
): RecordContext | null {
  const entity = context.model.entities[of]
  if (!entity) return null
  const over = Object.values(context.model.resources).filter((one) => one.entity === of && !one.where && !one.singleton)
  const resource = over.find(({ name }) => name === of) ??
    over[0] ?? { ...context.resource, name: of, entity: of, where: undefined, fixed: {} }
  const own = { ...resource, singleton: undefined, param: undefined }
  return contextOf(context, entity, parent === null ? own : { ...own, fixed: { ...own.fixed, [link]: parent } })
}

/** The rows of some records by the ids of these, in their order and as the asker sees them: one query. */
async function childRows(
  there: RecordContext,
  db: Db | Tx,
  { children }: { readonly children: Children },
  parents: RecordContext,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, readonly JsonObject[]>> {
  const { columns, joins, decode } = wireColumns(there)
  const by = children.order ?? (there.entity.traits.includes('sortable') ? 'rank' : null)
  const order = by === null ? idOrder(there.entity) : sql`${sql.ref(`t.${by}`)}, ${idOrder(there.entity)}`
  const link = sql.ref(`t.${children.link}`)
  const { rows } =
    await sql<Row>`select ${columns}, ${link} as id_of_rows from ${sql.table(there.entity.name)} as t ${joins}
    where ${link} = any(${idArray(parents.entity, ids)}) and ${inScope(there)} order by ${order}`.execute(db)
  const shown = await presented(
    there,
    db,
    rows.map((row) => decode(row, there.origin.id_session)),
  )
  const found = new Map<RecordId, JsonObject[]>()
  shown.forEach((item, at) => {
    const id = readId(parents.entity, rows[at]?.id_of_rows ?? null)
    found.set(id, [...(found.get(id) ?? []), item])
  })
  return found
}

/**
 * A record with the rows of its `children` fields that the asker sees, and these with their own: one query for each
 * such field.
 */
export async function withChildren(
  context: RecordContext,
  db: Db | Tx,
  item: JsonObject,
  id: RecordId,
): Promise<JsonObject> {
  const [whole = item] = await withRowsOf(context, db, [{ ...item, id }], childrenFields(context.entity), MAX_LEVELS)
  return { ...whole, ...(item.id === undefined ? {} : { id: item.id }) }
}

/** Several records, each with the rows of the named fields: one query for each of these. */
export const withRowsIn = (
  context: RecordContext,
  db: Db | Tx,
  items: readonly JsonObject[],
  names: ReadonlySet<string>,
): Promise<readonly JsonObject[]> =>
  withRowsOf(
    context,
    db,
    items,
    childrenFields(context.entity).filter(({ name }) => names.has(name)),
    MAX_LEVELS,
  )

async function withRowsOf(
  context: RecordContext,
  db: Db | Tx,
  items: readonly JsonObject[],
  fields: readonly ChildrenField[],
  levels: number,
): Promise<readonly JsonObject[]> {
  const seen = seenFields(context).fields
  let whole = items
  for (const field of items.length === 0 || levels === 0 ? [] : fields) {
    const rule = seen.get(field.name)
    const there = childContext(context, field.children, null)
    if (rule === undefined || !there) continue
    const isShown = (item: JsonObject): boolean => rule === null || ruleHolds(context, rule, item)
    const ids = whole.filter(isShown).map((item) => readId(context.entity, item.id))
    const found =
      ids.length === 0 ? new Map<RecordId, readonly JsonObject[]>() : await childRows(there, db, field, context, ids)
    const inner = childrenFields(there.entity).filter(({ name }) => field.children.columns.includes(name))
    const rows = await withRowsOf(there, db, [...found.values()].flat(), inner, levels - 1)
    let at = 0
    const own = new Map([...found].map(([id, { length }]) => [id, rows.slice(at, (at += length))]))
    whole = whole.map((item) =>
      isShown(item) ? { ...item, [field.name]: own.get(readId(context.entity, item.id)) ?? null } : item,
    )
  }
  return whole
}
