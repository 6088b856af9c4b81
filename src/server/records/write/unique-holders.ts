import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { sqlTypeOf } from '../fields/row-columns'
import { living } from '../fields/in-scope'

/**
 * Values of a group of fields, compared as the group's unique index compares them, and the row that has them; null:
 * none has.
 */
interface Holder {
  readonly key: string
  readonly id: RecordId | null
}

/** Groups of fields whose combined values are unique among the living rows. */
export function uniqueGroups({ fields, unique }: Entity): readonly (readonly Field[])[] {
  const own = Object.values(fields).filter((field) => field.unique)
  return [...own.map((field) => [field]), ...unique.map((names) => names.flatMap((name) => fields[name] ?? []))].filter(
    ({ length }) => length > 0,
  )
}

/**
 * Looks up in one query which rows have some values.
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
  const compared = ({ half }: (typeof halves)[number], column: string) =>
    half.unique?.(sql.ref(column)) ?? sql.ref(column)
  const here = halves.map((one, at) => compared(one, `v.k${at}`))
  const same = halves.map((one, at) => sql`${compared(one, `t.${one.field.name}`)} = ${here[at]}`)
  const names = sql.join([...halves.map((_, at) => sql.id(`k${at}`)), sql.id('i')])
  const { rows } = await sql<{ i: number; key: string; id: RecordId | null }>`
    select v.i::int as i, jsonb_build_array(${sql.join(here.map((one) => sql`(${one})::text`))})::text as key, t.id
    from unnest(${sql.join(lists)}) with ordinality as v (${names})
    left join ${sql.table(entity.name)} as t on ${sql.join(same, sql` and `)} and ${living('t')}
      and ${condition}`.execute(tx)
  const found: Holder[] = []
  for (const { i, key, id } of rows) found[i - 1] = { key, id: id === null ? null : readId(entity, id) }
  return found
}
