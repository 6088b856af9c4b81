import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../model/canonical'
import type { Entity } from '../../model/entity'
import type { FieldError } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import { represent } from '../../model/represent'
import type { Tx } from '../platform/database/database'
import type { RecordContext } from './record-context'
import type { SeenFields } from './fields/seen-fields'

const isTree = ({ traits }: Entity): boolean => traits.includes('tree')

/**
 * Lets one writer at a time move the rows of a tree until its transaction ends. Taken before any row is locked:
 * otherwise two writers who move two branches under each other would each see no circle, or deadlock.
 */
export async function lockTree({ entity }: Pick<RecordContext, 'entity'>, tx: Tx): Promise<void> {
  if (isTree(entity)) await sql`select pg_advisory_xact_lock(hashtext('tree'), hashtext(${entity.name}))`.execute(tx)
}

/** An error of the parent where a row would come to stand below itself. */
export async function circleErrors(
  context: RecordContext,
  tx: Tx,
  record: JsonObject,
  before: JsonObject | null,
): Promise<{ readonly [field: string]: FieldError }> {
  const { entity } = context
  const [id, parent] = [before?.id ?? null, record.id_parent ?? null]
  const field = entity.fields.id_parent
  if (!isTree(entity) || !field || id === null || parent === null || parent === before?.id_parent) return {}
  // The field's type reports a value that is no id.
  if (typeOf(field, context.runtime.fieldTypes).check(parent, field) !== null) return {}
  await lockTree(context, tx)
  const table = sql.table(entity.name)
  const column = entity.key ? sql`::text` : sql`::int`
  // `union` ends at a row that was already visited, so an existing circle is walked only once.
  const { rows } = await sql`with recursive above (id) as (
      select ${parent}${column} union select t.id_parent from ${table} as t join above on t.id = above.id
        where t.id_parent is not null
    ) select 1 from above where id = ${id} limit 1`.execute(tx)
  return rows.length > 0 ? { id_parent: { key: 'circle' } } : {}
}

/** Wire key of the names of all rows above a row, the topmost first. */
export const PATH_KEY = 'id_parent__path'

/** Deeper levels are cut, so that one broken row cannot slow a page down. */
const MAX_LEVELS = 50

interface TreePath {
  readonly column: RawBuilder<unknown>
  read(raw: unknown): Json
}

/**
 * The rows above each row of a page, as a subquery over `t` next to the page's other columns; null: the entity is no
 * tree.
 */
export function treePath(entity: Entity, seen: SeenFields): TreePath | null {
  if (!isTree(entity) || seen.fields.get('id_parent') !== null) return null
  const table = sql.table(entity.name)
  const names = entity.represent.flatMap((part) =>
    'field' in part && seen.fields.get(part.field) === null ? [part.field] : [],
  )
  const parts = names.map((name) => sql`${sql.lit(name)}, a.${sql.id(name)}`)
  return {
    column: sql`(with recursive up as (
      select p.*, 1 as tree_level from ${table} as p where p.id = t.id_parent
      union all select p.*, up.tree_level + 1 from ${table} as p join up on p.id = up.id_parent
      where up.tree_level < ${sql.lit(MAX_LEVELS)}
    ) select jsonb_agg(jsonb_build_object(${sql.join([sql`'id', a.id`, ...parts])}) order by a.tree_level desc)
    from up as a)::text`,
    read: (raw) =>
      typeof raw !== 'string'
        ? []
        : (JSON.parse(raw) as readonly JsonObject[]).map((record) => represent(entity, record)),
  }
}
