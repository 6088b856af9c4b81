import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { FieldError } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import type { RecordContext } from '../records/record-context'
import { readId, type RecordId } from '../records/record-id'
import { sqlTypeOf } from '../records/read/row-columns'
import type { FieldErrors } from './staged-rows'

/** Values of a group of fields, compared as the group's unique index compares them, and the row that has them; null: none has. */
interface Holder {
  readonly key: string
  readonly id: RecordId | null
}

/** Groups of fields whose combined values are unique among the living rows. */
export function uniqueGroups({ fields, unique }: Entity): readonly (readonly Field[])[] {
  const own = Object.values(fields).filter((field) => field.unique)
  return [...own.map((field) => [field]), ...unique.map((names) => names.flatMap((name) => fields[name] ?? []))].filter(({ length }) => length > 0)
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
  const compared = ({ half }: (typeof halves)[number], column: string) => half.unique?.(sql.ref(column)) ?? sql.ref(column)
  const here = halves.map((one, at) => compared(one, `v.k${at}`))
  const same = halves.map((one, at) => sql`${compared(one, `t.${one.field.name}`)} = ${here[at]}`)
  const names = sql.join([...halves.map((_, at) => sql.id(`k${at}`)), sql.id('i')])
  const { rows } = await sql<{ i: number; key: string; id: RecordId | null }>`
    select v.i::int as i, jsonb_build_array(${sql.join(here.map((one) => sql`(${one})::text`))})::text as key, t.id
    from unnest(${sql.join(lists)}) with ordinality as v (${names})
    left join ${sql.table(entity.name)} as t on ${sql.join(same, sql` and `)} and t.date_deleted is null and ${condition}`.execute(tx)
  const found: Holder[] = []
  for (const { i, key, id } of rows) found[i - 1] = { key, id: id === null ? null : readId(entity, id) }
  return found
}

export interface KeysOfRow {
  /** One text for each group of fields that the row has values of. */
  readonly keys: readonly string[]
  readonly errors: FieldErrors
}

interface Asked {
  readonly line: number
  /** The record as it would be stored; for a row with errors its valid values. */
  readonly record: JsonObject
  /** The record that it changes. */
  readonly id: Json
}

/** Unique values: unique in the whole table, in or out of scope, and in the file. */
export class UniqueKeys {
  readonly #context: RecordContext
  readonly #groups: readonly (readonly Field[])[]
  readonly #lines = new Map<string, number>()

  constructor(context: RecordContext) {
    this.#context = context
    const { id } = context.entity.fields
    // An id that users give is unique like any other unique value.
    this.#groups = [...(context.entity.key && id ? [[id]] : []), ...uniqueGroups(context.entity)]
  }

  learn(line: number, keys: readonly string[]): void {
    for (const key of keys) if (!this.#lines.has(key)) this.#lines.set(key, line)
  }

  /** One for each row; among rows with the same values the first has them. */
  async of(tx: Tx, rows: readonly Asked[]): Promise<readonly KeysOfRow[]> {
    const found = rows.map(() => ({ keys: [] as string[], errors: {} as { [key: string]: FieldError } }))
    for (const [group, fields] of this.#groups.entries()) {
      const asked = rows.flatMap(({ line, record, id }, i) => {
        const values = fields.map(({ name }) => record[name] ?? null)
        return values.includes(null) ? [] : [{ i, line, id, values }]
      })
      const holders = await holdersOf(this.#context, tx, fields, asked.map(({ values }) => values), sql`true`)
      asked.forEach(({ i, line, id }, at) => {
        const [holder, row] = [holders[at], found[i]]
        if (!holder || !row) return
        const key = `${group}:${holder.key}`
        this.learn(line, [key])
        const first = this.#lines.get(key) ?? line
        const isTaken = holder.id !== null && String(holder.id) !== String(id)
        const error: FieldError | null = isTaken ? { key: 'unique' } : first === line ? null : { key: 'import_twice', params: { row: first } }
        row.keys.push(key)
        if (error) for (const { name } of fields) row.errors[name] = error
      })
    }
    return found
  }
}
