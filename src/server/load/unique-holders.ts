import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import type { Tx } from '../database/database'
import type { RecordContext } from '../records/record-context'
import { readId, type RecordId } from '../records/record-id'
import { sqlTypeOf } from '../records/row-columns'

/** Values of a group of fields as the group's unique index tells them apart, and the row that has them; null: none has. */
export interface Holder {
  readonly key: string
  readonly id: RecordId | null
}

/** Groups of fields whose values together occur once among the living rows. */
export function uniqueGroups(entity: Entity): readonly (readonly Field[])[] {
  const groups = [
    ...Object.values(entity.fields)
      .filter(({ unique }) => unique)
      .map(({ name }) => [name]),
    ...entity.unique,
  ]
  return groups.map((names) => names.flatMap((name) => entity.fields[name] ?? [])).filter((fields) => fields.length > 0)
}

/**
 * Looks up in one query who holds some values.
 * @param values canonical values of the group's fields, none of them null
 * @param condition over the alias `t`: which rows count
 * @returns one for each of `values`, in their order
 */
export async function holdersOf(
  { entity, runtime }: RecordContext,
  tx: Tx,
  fields: readonly Field[],
  values: readonly (readonly Json[])[],
  condition: RawBuilder<boolean>,
): Promise<readonly Holder[]> {
  if (values.length === 0) return []
  const halves = fields.map((field) => ({ field, half: sqlTypeOf(runtime.fieldSql, field) }))
  const lists = halves.map(({ field, half }, at) => {
    const list = values.map((cells) => half.encode(cells[at] ?? null, field))
    return sql`${list}::${sql.raw(half.column(field))}[]`
  })
  const here = halves.map(({ half }, at) => half.unique?.(sql.ref(`v.k${at}`)) ?? sql.ref(`v.k${at}`))
  const there = halves.map(({ field, half }) => half.unique?.(sql.ref(`t.${field.name}`)) ?? sql.ref(`t.${field.name}`))
  const same = sql.join(
    there.map((one, at) => sql`${one} = ${here[at]}`),
    sql` and `,
  )
  const names = sql.join([...halves.map((_, at) => sql.id(`k${at}`)), sql.id('i')])
  const { rows } = await sql<{ i: number; key: string; id: RecordId | null }>`
    select v.i::int as i, jsonb_build_array(${sql.join(here.map((one) => sql`(${one})::text`))})::text as key, t.id
    from unnest(${sql.join(lists)}) with ordinality as v (${names})
    left join ${sql.table(entity.name)} as t on ${same} and t.date_deleted is null and ${condition}`.execute(tx)
  const found: Holder[] = []
  for (const { i, key, id } of rows) found[i - 1] = { key, id: id === null ? null : readId(entity, id) }
  return found
}
