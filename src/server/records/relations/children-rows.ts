import { sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Children, Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Db, Tx } from '../../database/database'
import { presented } from '../read/presented'
import { contextOf, type RecordContext } from '../record-context'
import { idOrder, type RecordId } from '../record-id'
import type { Row } from '../read/row-columns'
import { ruleHolds } from '../rule-readings'
import { seenFields } from '../read/seen-fields'
import { wireColumns } from '../read/wire-columns'
import { inScope } from '../read/in-scope'

/** Fields of an entity whose values are rows of other entities. */
export const childrenFields = (entity: Entity): readonly (Field & { readonly children: Children })[] =>
  Object.values(entity.fields).filter((field): field is Field & { readonly children: Children } => field.children !== undefined)

/** The rows' own context: their entity, through a catalogue of all of it, with the link to the parent fixed where there is one. */
export function childContext(context: RecordContext, { of, link }: Children, parent: RecordId | null): RecordContext | null {
  const entity = context.model.entities[of]
  if (!entity) return null
  const over = Object.values(context.model.resources).filter((one) => one.entity === of && !one.where && !one.singleton)
  const resource = over.find(({ name }) => name === of) ?? over[0] ?? { ...context.resource, name: of, entity: of, where: undefined, fixed: {} }
  const own = { ...resource, singleton: undefined, param: undefined }
  return contextOf(context, entity, parent === null ? own : { ...own, fixed: { ...own.fixed, [link]: parent } })
}

/** Rows of a record in their order, as the asker sees them, without the link, which all of them share. */
async function childRows(context: RecordContext, db: Db | Tx, { children }: { readonly children: Children }, parent: RecordId): Promise<readonly JsonObject[]> {
  const there = childContext(context, children, null)
  if (!there) return []
  const { columns, joins, decode } = wireColumns(there)
  const by = children.order ?? (there.entity.traits.includes('sortable') ? 'rank' : null)
  const order = by === null ? idOrder(there.entity) : sql`${sql.ref(`t.${by}`)}, ${idOrder(there.entity)}`
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(there.entity.name)} as t ${joins}
    where ${sql.ref(`t.${children.link}`)} = ${parent} and ${inScope(there)} order by ${order}`.execute(db)
  return presented(there, db, rows.map((row) => decode(row, there.origin.id_session)))
}

/** A record with the rows of its `children` fields that the asker sees: one query for each such field. */
export async function withChildren(context: RecordContext, db: Db | Tx, item: JsonObject, id: RecordId): Promise<JsonObject> {
  const seen = seenFields(context).fields
  const values: { [field: string]: Json } = {}
  for (const field of childrenFields(context.entity)) {
    const rule = seen.get(field.name)
    if (rule === undefined || (rule !== null && !ruleHolds(context, rule, item))) continue
    const rows = await childRows(context, db, field, id)
    values[field.name] = rows.length === 0 ? null : rows
  }
  return { ...item, ...values }
}
