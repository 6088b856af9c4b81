import { sql } from 'kysely'
import { canonicalRecord } from '../../model/canonical'
import type { Json } from '../../model/json'
import type { Entity, Field } from '../../model/model'
import type { Tx } from '../database/database'
import type { RecordContext } from '../records/record-context'
import { sqlTypeOf } from '../records/row-columns'
import { withinReach } from '../records/within-reach'
import type { MatchedColumn } from './match-columns'
import type { ReadRow } from './read-row'

/** Which existing records the rows of a batch are about, by a set of fields that no two living records share. */
export class RecordMatcher {
  readonly #context: RecordContext
  readonly #fields: readonly Field[]
  readonly #ids = new Map<string, number>()

  private constructor(context: RecordContext, fields: readonly Field[]) {
    this.#context = context
    this.#fields = fields
  }

  /** Null where the file names its records by `id`, or has no unique field: then nothing is matched. */
  static of(context: RecordContext, columns: readonly MatchedColumn[]): RecordMatcher | null {
    if (columns.some(({ use }) => use.kind === 'id')) return null
    const named = new Set(columns.flatMap(({ use }) => (use.kind === 'field' ? [use.field.name] : [])))
    const fields = uniqueSets(context.entity).find((set) => set.every(({ name, secret }) => named.has(name) && !secret))
    return fields ? new RecordMatcher(context, fields) : null
  }

  /** Looks up all rows of a batch in one query; values are told apart as their unique index tells them. */
  async lookUp(tx: Tx, rows: readonly ReadRow[]): Promise<void> {
    const keys = [...new Set(rows.flatMap((row) => this.#keyOf(row) ?? []))]
    if (keys.length === 0) return
    const { entity, runtime } = this.#context
    const halves = this.#fields.map((field) => ({ field, half: sqlTypeOf(runtime.fieldSql, field) }))
    const values = keys.map((key, i) => {
      const cells = JSON.parse(key) as Json[]
      const stored = halves.map(({ field, half }, at) => sql`${half.encode(cells[at] ?? null, field)}::${sql.raw(half.column(field))}`)
      return sql`(${sql.join([sql`${i}::integer`, ...stored])})`
    })
    const same = halves.map(({ field, half }, at) => {
      const [there, here] = [sql.ref(`t.${field.name}`), sql.ref(`v.k${at}`)]
      return half.unique ? sql`${half.unique(there)} = ${half.unique(here)}` : sql`${there} = ${here}`
    })
    const names = sql.join([sql.id('i'), ...halves.map((_, at) => sql.id(`k${at}`))])
    const query = sql<{ i: number; id: number }>`select v.i, t.id from (values ${sql.join(values)}) as v (${names})
      join ${sql.table(entity.name)} as t on ${sql.join(same, sql` and `)}
      where ${withinReach(this.#context, 't', { use: 'write' })}`
    const { rows: found } = await query.execute(tx)
    for (const { i, id } of found) this.#ids.set(keys[i] ?? '', Number(id))
  }

  idOf(row: ReadRow): number | undefined {
    return this.#ids.get(this.#keyOf(row) ?? '')
  }

  /** A row of this file that was just written: a later one of the same key changes it. */
  learn(row: ReadRow, id: number): void {
    const key = this.#keyOf(row)
    if (key !== null) this.#ids.set(key, id)
  }

  #keyOf({ input }: ReadRow): string | null {
    const record = canonicalRecord(this.#context.entity, this.#context.runtime.fieldTypes, input)
    const values = this.#fields.map(({ name }) => record[name] ?? null)
    return values.includes(null) ? null : JSON.stringify(values)
  }
}

function uniqueSets(entity: Entity): readonly (readonly Field[])[] {
  const sets = [
    ...Object.values(entity.fields)
      .filter(({ unique }) => unique)
      .map(({ name }) => [name]),
    ...entity.unique,
  ]
  return sets.map((names) => names.flatMap((name) => entity.fields[name] ?? [])).filter((fields) => fields.length > 0)
}
