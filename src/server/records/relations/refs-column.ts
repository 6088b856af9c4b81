import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { represent } from '../../../model/represent'
import { joinTableName } from '../../language/migrate/join-table'
import { contextOf, type RecordContext } from '../record-context'
import { readId } from '../record-id'
import { sqlTypeOf } from '../fields/row-columns'
import type { SeenFields } from '../fields/seen-fields'
import { inScope } from '../fields/in-scope'

/** What a `refs` field points to in one row of a page. */
interface RefsValue {
  readonly ids: Json
  readonly labels: Json
  readonly colors: Json
}

interface RefsColumn {
  /** One text over the row `t`: a list of ids, each with the parts of its label. */
  readonly expression: RawBuilder<unknown>
  read(raw: unknown): RefsValue
}

/** Joins that find the ids of a `refs` field: the join table `j` and the records themselves, `x`. */
export function refsFrom(context: RecordContext, field: Field, target: Entity, own: string): RawBuilder<unknown> {
  const scope = inScope(targetContext(context, target), 'x')
  return sql`from ${sql.table(joinTableName(field.entity, field.name))} as j
    join ${sql.table(target.name)} as x on x.id = j.id_target
    where j.id_own = ${sql.ref(`${own}.id`)} and ${scope}`
}

/** Every record of the target in the asker's scope, whatever catalogue shows it. */
export const targetContext = (context: RecordContext, target: Entity): RecordContext =>
  contextOf(context, target, { ...context.resource, entity: target.name, where: undefined })

/** The ids of a `refs` field with their labels, in the order users gave them, within the asker's scope. */
export function refsColumn(context: RecordContext, field: Field, target: Entity, seen: SeenFields): RefsColumn {
  const parts = target.represent.flatMap((part) => {
    const of = 'field' in part && seen.fields.get(part.field) === null ? target.fields[part.field] : undefined
    return of ? [of] : []
  })
  const isTags = field.type === 'tags'
  const cells = [
    sql`x.id`,
    isTags ? sql`x.color` : sql`null::text`,
    ...parts.map((part) => sql`${sql.ref(`x.${part.name}`)}::text`),
  ]
  const expression = sql`(select json_agg(json_build_array(${sql.join(cells)})
    order by j.rank, j.id_target)::text ${refsFrom(context, field, target, 't')})`
  return {
    expression,
    read(raw) {
      if (typeof raw !== 'string') return { ids: null, labels: null, colors: null }
      const rows = JSON.parse(raw) as readonly (readonly [Json, string | null, ...(string | null)[]])[]
      return {
        ids: rows.map(([id]) => readId(target, id)),
        colors: rows.map(([, color]) => color),
        labels: rows.map(([id, , ...texts]) =>
          represent(target, {
            id,
            ...Object.fromEntries(parts.map((part, i) => [part.name, decoded(context, part, texts[i])])),
          }),
        ),
      }
    },
  }
}

const decoded = ({ runtime }: RecordContext, field: Field, raw: string | null | undefined): Json =>
  raw === null || raw === undefined ? null : sqlTypeOf(runtime.fieldSql, field).decode(raw, field)
