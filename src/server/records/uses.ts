import { sql } from 'kysely'
import type { Entity, Field, Resource } from '../../model/model'
import type { Tx } from '../database/database'
import { resourceTitle } from './labels'
import type { RecordContext } from './record-context'
import type { RecordId } from './record-id'

/** A reference of some entity to the one at hand. */
export interface Use {
  readonly entity: Entity
  readonly field: Field
  readonly resource: Resource | null
}

/** Every reference to an entity; `resource` is the catalogue in which a person finds its rows, null when there is none. */
export function usesOf({ model }: RecordContext, entity: Entity): readonly Use[] {
  return Object.values(model.entities).filter(({ remote }) => !remote).flatMap((other) =>
    Object.values(other.fields)
      .filter((field) => field.ref?.to === entity.name)
      .map((field) => {
        const over = Object.values(model.resources).filter((resource) => resource.entity === other.name && resource.module !== null && !resource.readOnly)
        return { entity: other, field, resource: over.find(({ name }) => name === other.name) ?? over[0] ?? null }
      }),
  )
}

/**
 * What still refers to a row and so keeps it from being removed, as people call it: `Vehículos (3), Clientes (1)`; null: nothing does.
 * Rows that no catalogue shows (rights, positions, log lines) keep nothing: nobody could take them away first.
 */
export async function inUseBy(context: RecordContext, tx: Tx, id: RecordId): Promise<string | null> {
  const uses = usesOf(context, context.entity).filter(({ field, resource }) => resource !== null && !isCleared(field))
  if (uses.length === 0) return null
  const counts = uses.map(
    ({ entity, field }) =>
      sql`(select count(*)::int from ${sql.table(entity.name)} as x
        where ${sql.ref(`x.${field.name}`)} = ${id} and x.date_deleted is null)`,
  )
  const row = (await sql<{ n: readonly number[] }>`select array[${sql.join(counts)}] as n`.execute(tx)).rows[0]
  const byTitle = new Map<string, number>()
  uses.forEach(({ resource }, i) => {
    const count = row?.n[i] ?? 0
    if (!resource || count === 0) return
    const title = resourceTitle(context.runtime.words, context.actor.language, resource)
    byTitle.set(title, (byTitle.get(title) ?? 0) + count)
  })
  return byTitle.size === 0 ? null : [...byTitle].map(([title, count]) => `${title} (${count})`).join(', ')
}

/** Whether removing the referenced row empties the field. */
export const isCleared = ({ ref, required }: Field): boolean => ref?.onDelete === 'clear' && !required
