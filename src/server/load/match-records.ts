import { canonicalRecord } from '../../model/canonical'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'
import type { Tx } from '../database/database'
import type { RecordContext } from '../records/record-context'
import type { RecordId } from '../records/record-id'
import { withinReach } from '../records/within-reach'
import type { MatchedColumn } from './match-columns'
import type { ReadRow } from './read-row'
import { holdersOf, uniqueGroups } from './unique-holders'

/** Which existing records the rows of a batch are about, by a group of fields that no two living records share. */
export class RecordMatcher {
  readonly #context: RecordContext
  readonly #fields: readonly Field[]
  readonly #ids = new Map<string, RecordId>()

  private constructor(context: RecordContext, fields: readonly Field[]) {
    this.#context = context
    this.#fields = fields
  }

  /** By the first unique group that the file has; null where it names its records by `id`, or has none: then nothing is matched. */
  static of(context: RecordContext, columns: readonly MatchedColumn[]): RecordMatcher | null {
    if (columns.some(({ use }) => use.kind === 'id')) return null
    const named = namesOf(columns)
    const fields = uniqueGroups(context.entity).find((group) => group.every(({ name, secret }) => named.has(name) && !secret))
    return fields ? new RecordMatcher(context, fields) : null
  }

  /** By these fields, where the file has them all. */
  static by(context: RecordContext, columns: readonly MatchedColumn[], match: readonly string[]): RecordMatcher | null {
    const named = namesOf(columns)
    const fields = match.flatMap((name) => (named.has(name) ? (context.entity.fields[name] ?? []) : []))
    return fields.length > 0 && fields.length === match.length ? new RecordMatcher(context, fields) : null
  }

  /** Looks up all rows of a batch in one query; values are told apart as their unique index tells them. */
  async lookUp(tx: Tx, rows: readonly ReadRow[]): Promise<void> {
    const keys = [...new Set(rows.flatMap((row) => this.#keyOf(row) ?? []))]
    const values = keys.map((key) => JSON.parse(key) as Json[])
    const found = await holdersOf(this.#context, tx, this.#fields, values, withinReach(this.#context, 't', { use: 'write' }))
    found.forEach(({ id }, i) => {
      if (id !== null) this.#ids.set(keys[i] ?? '', id)
    })
  }

  idOf(row: ReadRow): RecordId | undefined {
    return this.#ids.get(this.#keyOf(row) ?? '')
  }

  /** A row of this file that was just written: a later one of the same key changes it. */
  learn(row: ReadRow, id: RecordId): void {
    const key = this.#keyOf(row)
    if (key !== null) this.#ids.set(key, id)
  }

  #keyOf({ input }: ReadRow): string | null {
    const record = canonicalRecord(this.#context.entity, this.#context.runtime.fieldTypes, input)
    const values = this.#fields.map(({ name }) => record[name] ?? null)
    return values.includes(null) ? null : JSON.stringify(values)
  }
}

const namesOf = (columns: readonly MatchedColumn[]): ReadonlySet<string> =>
  new Set(columns.flatMap(({ use }) => (use.kind === 'field' ? [use.field.name] : [])))
