import { sql, type RawBuilder } from 'kysely'
import { kindsTo } from '../../../model/any-reference'
import { maySee } from '../../../model/rights/access'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Resource } from '../../../model/resource'
import type { Tx } from '../../platform/database/database'
import { resourceTitle } from '../fields/labels'
import { contextOf, type RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import { inScope, living } from '../fields/in-scope'

/** A reference of some entity to this one. */
export interface Use {
  readonly entity: Entity
  readonly field: Field
  readonly resource: Resource | null
}

/** Every reference to an entity; `resource` is the catalogue that shows its rows, null when there is none. */
export function usesOf({ model }: RecordContext, entity: Entity): readonly Use[] {
  return Object.values(model.entities)
    .filter(({ remote }) => !remote)
    .flatMap((other) =>
      Object.values(other.fields)
        .filter((field) => (field.ref?.to === entity.name || kindsTo(field, entity.name).length > 0) && !field.virtual)
        .map((field) => {
          const over = Object.values(model.resources).filter(
            (resource) => resource.entity === other.name && resource.module !== null && !resource.readOnly,
          )
          return { entity: other, field, resource: over.find(({ name }) => name === other.name) ?? over[0] ?? null }
        }),
    )
}

/**
 * What still refers to a row and so prevents its removal, by its labels, people by their names as well: `Vehículos (3),
 * Operadores (2: Ana Paz, Luis Ruiz)`; null: nothing does. Rows that no catalogue shows (rights, positions, log lines)
 * prevent nothing: nobody could remove them first. Of rows outside the asker's scope only their existence is mentioned.
 */
export async function inUseBy(context: RecordContext, tx: Tx, id: RecordId): Promise<string | null> {
  const uses = usesOf(context, context.entity).filter(
    ({ field, resource }) =>
      resource !== null && !isCleared(field) && !field.formula && field.ref?.onDelete !== 'remove',
  )
  if (uses.length === 0) return null
  const { words } = context.runtime
  const { language } = context.actor
  const shown = uses.flatMap((use) => cataloguesOf(context, use).map((resource) => ({ ...use, resource })))
  const from = ({ entity, field }: Use) =>
    sql`from ${sql.table(entity.name)} as t where ${refersTo('t', field, context.entity, id)} and ${living('t')}`
  const seenBy = ({ entity, resource }: Use) =>
    resource && maySee(context.actor, resource) ? inScope(contextOf(context, entity, resource)) : sql<boolean>`false`
  const counts = [
    ...uses.map((use) => sql`(select count(*)::int ${from(use)})`),
    ...shown.map((use) => sql`(select count(*)::int ${from(use)} and ${seenBy(use)})`),
  ]
  const row = (await sql<{ n: readonly number[] }>`select array[${sql.join(counts)}] as n`.execute(tx)).rows[0]
  const [all, seen] = [row?.n.slice(0, uses.length) ?? [], row?.n.slice(uses.length) ?? []]
  const byTitle = new Map<string, { count: number; readonly names: string[] }>()
  for (const [i, use] of shown.entries()) {
    const count = seen[i] ?? 0
    if (!use.resource || count === 0) continue
    const title = resourceTitle(words, language, use.resource)
    const known = byTitle.get(title) ?? { count: 0, names: [] }
    byTitle.set(title, {
      count: known.count + count,
      names: [...known.names, ...(await namesOf(use, sql`${from(use)} and ${seenBy(use)}`, tx))],
    })
  }
  const isBeyond = sum(all) > sum(seen)
  const named = [...byTitle].map(
    ([title, { count, names }]) => `${title} (${count}${names.length > 0 ? `: ${namesText(names, count)}` : ''})`,
  )
  return named.length === 0 && !isBeyond
    ? null
    : [...named, ...(isBeyond ? [words.say(language, 'records.other_uses')] : [])].join(', ')
}

const sum = (counts: readonly number[]): number => counts.reduce((whole, one) => whole + one, 0)

/**
 * The catalogues that show the rows: of people each kind its own, where these share nobody; else the entity's one,
 * without what it asks of a row.
 */
function cataloguesOf({ model }: RecordContext, { entity, resource }: Use): readonly Resource[] {
  const kinds = Object.values(model.resources).filter(
    (one) => one.entity === entity.name && one.module !== null && Object.keys(one.fixed).length > 0,
  )
  const [field] = Object.keys(kinds[0]?.fixed ?? {})
  const values = new Set(kinds.map(({ fixed }) => fixed[field ?? '']))
  if (entity.name === 'users' && field !== undefined && values.size === kinds.length && !values.has(undefined))
    return kinds
  return resource ? [{ ...resource, where: undefined }] : []
}

/** Longer lists say nothing more. */
const MAX_NAMES = 3

/** The first people by their names; of other records there is only a number. */
async function namesOf({ entity }: Use, found: RawBuilder<unknown>, tx: Tx): Promise<readonly string[]> {
  if (entity.name !== 'users') return []
  const { rows } = await sql<{
    [column: string]: Json
  }>`select t.* ${found} order by t.id limit ${sql.lit(MAX_NAMES)}`.execute(tx)
  return rows.map((row) => recordTitle(entity, row))
}

const namesText = (names: readonly string[], count: number): string =>
  [...names.slice(0, MAX_NAMES), ...(count > MAX_NAMES ? ['…'] : [])].join(', ')

/**
 * The values of a reference that name a row, on the wire and as they are stored: its id, or for one to several entities
 * the id under each kind of that entity.
 */
export function valuesOf(
  field: Field,
  { name }: Entity,
  id: RecordId,
): readonly { readonly value: Json; readonly stored: RecordId }[] {
  return field.refAny
    ? kindsTo(field, name).map((kind) => ({ value: { kind, id }, stored: `${kind}:${String(id)}` }))
    : [{ value: id, stored: id }]
}

/** The condition that a reference names this row. */
export const refersTo = (alias: string, field: Field, entity: Entity, id: RecordId): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.${field.name}`)} in
    (${sql.join(valuesOf(field, entity, id).map(({ stored }) => stored))})`

/** Whether removing the referenced row empties the field. */
export const isCleared = ({ ref, refAny, required }: Field): boolean =>
  (ref ?? refAny)?.onDelete === 'clear' && !required
