import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { boundChoices, outerFields } from '../../../model/rules/bound-choices'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Db, Tx } from '../../platform/database/database'
import { contextOf, parentBy, type RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { ruleSql } from '../rule-readings'
import { all, inScope, type ScopeUse } from './in-scope'

/**
 * The catalogue that a reference chooses from: the one it names (`x-via`, or `x-to` of a catalogue), with its `where`;
 * where it names the entity, the whole entity.
 */
export function choiceCatalogue({ model }: RecordContext, field: Field, target: Entity): Resource | null {
  const named = field.ref?.resource === target.name ? undefined : field.ref?.resource
  const resource = named === undefined ? undefined : model.resources[named]
  return resource?.entity === target.name ? resource : null
}

/**
 * What a reference may point to: a living row of its catalogue within the asker's scope, which `x-choices` allows for
 * this record.
 */
export function choosable(
  context: RecordContext,
  field: Field,
  target: Entity,
  record: JsonObject | null,
): RawBuilder<boolean> {
  const there = contextOf(
    context,
    target,
    choiceCatalogue(context, field, target) ?? { ...context.resource, entity: target.name, where: undefined },
  )
  const rule = record && field.ref?.choices
  return all([inScope(there), ...(rule ? [ruleSql(there, boundChoices(rule, record), target, 't')] : [])])
}

/** Those of the ids that the asker may point to from this record. */
export async function chosenWithin(
  context: RecordContext,
  tx: Tx,
  field: Field,
  target: Entity,
  ids: readonly RecordId[],
  record: JsonObject,
): Promise<ReadonlySet<RecordId>> {
  if (ids.length === 0) return new Set()
  return found(tx, target, ids, choosable(context, field, target, await withOuterValues(context, tx, record)))
}

/**
 * A record with the values behind its references, such as that of a row to its record, that its choices look at.
 * @param seen only of records within the asker's scope: of a save the references themselves are checked
 */
export async function withOuterValues(
  context: RecordContext,
  db: Db | Tx,
  row: JsonObject,
  seen = false,
): Promise<JsonObject> {
  const { entity, model } = context
  const outer = Object.values(entity.fields)
    .flatMap(outerFields)
    .filter(({ key, link }) => !Object.hasOwn(row, key) && isIdOf(context, entity.fields[link], row[link] ?? null))
  if (outer.length === 0) return row
  const own = outer.flatMap(({ key, link, name }): [string, Json][] => {
    const parent = parentBy(context, link)
    return parent ? [[key, parent[name] ?? null]] : []
  })
  const others = outer.filter(({ link }) => !parentBy(context, link))
  const known = { ...row, ...Object.fromEntries(own) }
  if (others.length === 0) return known
  const columns = others.flatMap(({ key, link, name }) => {
    const there = model.entities[entity.fields[link]?.ref?.to ?? '']
    if (!there) return []
    const scope = seen
      ? sql` and ${inScope(contextOf(context, there, { ...context.resource, entity: there.name, where: undefined }), 'x')}`
      : sql``
    return [
      sql`(select ${sql.ref(`x.${name}`)} from ${sql.table(there.name)} as x
        where x.id = ${row[link]}${scope}) as ${sql.id(key)}`,
    ]
  })
  const { rows } = await sql<JsonObject>`select ${sql.join(columns)}`.execute(db)
  return { ...known, ...rows[0] }
}

/** Whether a value is an id, which PostgreSQL compares with ids alone. */
const isIdOf = ({ runtime }: RecordContext, field: Field | undefined, id: Json): boolean =>
  field !== undefined &&
  (typeof id === 'number' || typeof id === 'string') &&
  typeOf(field, runtime.fieldTypes).check(id, field) === null

/** Those of the ids that are in the asker's scope, whatever the reference may choose. */
export async function idsWithin(
  there: RecordContext,
  db: Db | Tx,
  ids: readonly RecordId[],
  scope: ScopeUse = {},
): Promise<ReadonlySet<RecordId>> {
  return ids.length === 0 ? new Set() : found(db, there.entity, ids, inScope(there, 't', scope))
}

async function found(
  db: Db | Tx,
  target: Entity,
  ids: readonly RecordId[],
  condition: RawBuilder<boolean>,
): Promise<ReadonlySet<RecordId>> {
  const { rows } = await sql<{ id: Json }>`select t.id from ${sql.table(target.name)} as t
    where t.id = any(${idArray(target, ids)}) and ${condition}`.execute(db)
  return new Set(rows.map(({ id }) => readId(target, id)))
}
