import { sql, type RawBuilder } from 'kysely'
import { kindsTo } from '../../../model/any-reference'
import { maySee } from '../../../model/rights/access'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Tx } from '../../database/database'
import { resourceTitle } from '../read/labels'
import { contextOf, type RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { inScope } from '../read/in-scope'

/** A reference of some entity to this one. */
export interface Use {
  readonly entity: Entity
  readonly field: Field
  readonly resource: Resource | null
}

/** Every reference to an entity; `resource` is the catalogue that shows its rows, null when there is none. */
export function usesOf({ model }: RecordContext, entity: Entity): readonly Use[] {
  return Object.values(model.entities).filter(({ remote }) => !remote).flatMap((other) =>
    Object.values(other.fields)
      .filter((field) => (field.ref?.to === entity.name || kindsTo(field, entity.name).length > 0) && !field.virtual)
      .map((field) => {
        const over = Object.values(model.resources).filter((resource) => resource.entity === other.name && resource.module !== null && !resource.readOnly)
        return { entity: other, field, resource: over.find(({ name }) => name === other.name) ?? over[0] ?? null }
      }),
  )
}

/**
 * What still refers to a row and so prevents its removal, by its labels: `Vehículos (3), Clientes (1)`; null: nothing does. Rows that no catalogue shows
 * (rights, positions, log lines) prevent nothing: nobody could remove them first. Of rows outside the asker's scope only their existence is mentioned.
 */
export async function inUseBy(context: RecordContext, tx: Tx, id: RecordId): Promise<string | null> {
  const uses = usesOf(context, context.entity).filter(({ field, resource }) => resource !== null && !isCleared(field))
  if (uses.length === 0) return null
  const { words } = context.runtime
  const { language } = context.actor
  const counts = uses.flatMap(({ entity, field, resource }) => {
    const there = sql`from ${sql.table(entity.name)} as t where ${refersTo('t', field, context.entity, id)} and t.date_deleted is null`
    const seen = resource && maySee(context.actor, resource) ? inScope(contextOf(context, entity, { ...resource, where: undefined })) : sql<boolean>`false`
    return [sql`(select count(*)::int ${there})`, sql`(select count(*)::int ${there} and ${seen})`]
  })
  const row = (await sql<{ n: readonly number[] }>`select array[${sql.join(counts)}] as n`.execute(tx)).rows[0]
  const byTitle = new Map<string, number>()
  let isBeyond = false
  uses.forEach(({ resource }, i) => {
    const [all = 0, seen = 0] = row?.n.slice(2 * i) ?? []
    if (all > seen) isBeyond = true
    if (!resource || seen === 0) return
    const title = resourceTitle(words, language, resource)
    byTitle.set(title, (byTitle.get(title) ?? 0) + seen)
  })
  const named = [...byTitle].map(([title, count]) => `${title} (${count})`)
  return named.length === 0 && !isBeyond ? null : [...named, ...(isBeyond ? [words.say(language, 'records.other_uses')] : [])].join(', ')
}

/** The values of a reference that name a row, on the wire and as they are stored: its id, or for one to several entities the id under each kind of that entity. */
export function valuesOf(field: Field, { name }: Entity, id: RecordId): readonly { readonly value: Json; readonly stored: RecordId }[] {
  return field.refAny ? kindsTo(field, name).map((kind) => ({ value: { kind, id }, stored: `${kind}:${String(id)}` })) : [{ value: id, stored: id }]
}

/** The condition that a reference names this row. */
export const refersTo = (alias: string, field: Field, entity: Entity, id: RecordId): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.${field.name}`)} in (${sql.join(valuesOf(field, entity, id).map(({ stored }) => stored))})`

/** Whether removing the referenced row empties the field. */
export const isCleared = ({ ref, refAny, required }: Field): boolean => (ref ?? refAny)?.onDelete === 'clear' && !required
