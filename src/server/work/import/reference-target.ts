import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { compareCodePoints, foldForOrder } from '../../../model/values/fold'
import type { Json, JsonObject } from '../../../model/json'
import { represent } from '../../../model/represent'
import type { Tx } from '../../platform/database/database'
import { choiceCatalogue } from '../../records/fields/choices'
import { contextOf, type RecordContext } from '../../records/record-context'
import { idArray, readId, type RecordId } from '../../records/record-id'
import { RowColumns, type Read, type Row } from '../../records/fields/row-columns'
import { representFields, searchFields } from '../../../model/search-fields'
import { searchCondition } from '../../records/read/search-condition'
import { seenFields } from '../../records/fields/seen-fields'
import { inScope } from '../../records/fields/in-scope'
import type { FoundReference } from './find-reference'
import { plainName } from './match-columns'

/** If more records contain every word of a name, it is reported as ambiguous without looking further. */
const MAX_CANDIDATES = 200
/** A catalogue of at most this many rows is read once, instead of queried for each name. */
const MAX_HELD = 5000
/** Names per query where the catalogue is larger. */
const NAMES_A_QUERY = 50
/** Above this many names it is worth reading the whole catalogue. */
const FEW_NAMES = 3

type Ids = readonly RecordId[]

/** The records that one reference may choose, found by id or by name. */
export class ReferenceTarget {
  readonly #there: RecordContext
  readonly #texts: readonly string[]
  readonly #row: RowColumns
  readonly #reads: readonly (readonly [name: string, read: Read])[]
  readonly #changes: boolean
  /** Ids by every plain text that names them; null: too many rows to hold. */
  #held: ReadonlyMap<string, Ids> | null | undefined

  constructor(context: RecordContext, field: Field, target: Entity) {
    const resource = choiceCatalogue(context, field, target) ?? {
      ...context.resource,
      entity: target.name,
      where: undefined,
    }
    this.#there = contextOf(context, target, resource)
    this.#texts = textFields(this.#there)
    this.#row = new RowColumns(context.runtime.fieldSql)
    this.#reads = [...new Set([...representFields(target), ...this.#texts])].flatMap((name) => {
      const of = target.fields[name]
      return of ? [[name, this.#row.field('t', of)] as const] : []
    })
    this.#changes = target.name === context.entity.name
  }

  async find(tx: Tx, texts: readonly string[]): Promise<readonly (readonly [text: string, found: FoundReference])[]> {
    const byId = await this.#byId(tx, texts)
    const names = texts.filter((text) => !byId.has(text))
    const byName = names.length === 0 ? new Map<string, Ids>() : await this.#byName(tx, names)
    return texts.map((text) => [text, byId.get(text) ?? said(text, byName.get(text) ?? [])])
  }

  /**
   * The best name of each record in a file, in this order: its label, where two share it another text of its own, else
   * its number. Null: there are more than `max`.
   */
  async names(tx: Tx, max: number): Promise<readonly string[] | null> {
    const { rows } = await sql<Row>`select ${this.#columns()} ${this.#from()} order by t.id limit ${max + 1}`.execute(
      tx,
    )
    if (rows.length > max) return null
    const uses = new Map<string, number>()
    for (const row of rows) for (const name of this.#names(row)) uses.set(name, (uses.get(name) ?? 0) + 1)
    const named = rows.map((row) => {
      const record = this.#record(row)
      const texts = [represent(this.#there.entity, record), ...this.#texts.map((name) => record[name])]
      return (
        texts.find(
          (text): text is string => typeof text === 'string' && text !== '' && uses.get(plainName(text)) === 1,
        ) ?? String(row.id)
      )
    })
    return named.sort((a, b) => compareCodePoints(foldForOrder(a), foldForOrder(b)))
  }

  async #byId(tx: Tx, texts: readonly string[]): Promise<Map<string, FoundReference>> {
    const { entity } = this.#there
    const asked = texts.filter((text) => (entity.key ? !text.includes('\0') : /^\d{1,9}$/.test(text)))
    if (asked.length === 0) return new Map()
    const { rows } = await sql<Row>`select t.id ${this.#from()} and t.id = any(${idArray(entity, asked)})`.execute(tx)
    const there = new Set(rows.map(({ id }) => readId(entity, id)))
    return new Map(
      asked.map((text) => [text, { id: readId(entity, text) }] as const).filter(([, { id }]) => there.has(id)),
    )
  }

  async #byName(tx: Tx, texts: readonly string[]): Promise<Map<string, Ids>> {
    if (this.#reads.length === 0) return new Map()
    if (this.#held === undefined && !this.#changes && texts.length > FEW_NAMES) this.#held = await this.#readAll(tx)
    const held = this.#held
    if (held) return new Map(texts.map((text) => [text, held.get(plainName(text)) ?? []]))
    const found = new Map<string, Ids>()
    for (let from = 0; from < texts.length; from += NAMES_A_QUERY) {
      for (const [text, ids] of await this.#search(tx, texts.slice(from, from + NAMES_A_QUERY))) found.set(text, ids)
    }
    return found
  }

  /** Every name of the catalogue, or null when it is too large. */
  async #readAll(tx: Tx): Promise<ReadonlyMap<string, Ids> | null> {
    const { rows } =
      await sql<Row>`select ${this.#columns()} ${this.#from()} order by t.id limit ${MAX_HELD + 1}`.execute(tx)
    if (rows.length > MAX_HELD) return null
    const held = new Map<string, RecordId[]>()
    for (const row of rows) {
      for (const name of this.#names(row))
        held.set(name, [...(held.get(name) ?? []), readId(this.#there.entity, row.id)])
    }
    return held
  }

  /** One query for several names, each searched by its words, so that an index on searched texts is used. */
  async #search(tx: Tx, texts: readonly string[]): Promise<readonly (readonly [text: string, ids: Ids])[]> {
    const names = this.#reads.map(([name]) => name)
    const queries = texts.flatMap((text, i) => {
      const condition = searchCondition(this.#there, text, names)
      return condition
        ? [
            sql`(select ${i}::int as i, ${this.#columns()} ${this.#from()} and ${condition} order by t.id
              limit ${MAX_CANDIDATES})`,
          ]
        : []
    })
    if (queries.length === 0) return []
    const { rows } = await sql<Row & { i: number }>`${sql.join(queries, sql` union all `)}`.execute(tx)
    return texts.map((text, i) => {
      const wanted = plainName(text)
      return [
        text,
        rows
          .filter((row) => row.i === i && this.#names(row).has(wanted))
          .map(({ id }) => readId(this.#there.entity, id)),
      ]
    })
  }

  #from(): RawBuilder<unknown> {
    return sql`from ${sql.table(this.#there.entity.name)} as t where ${inScope(this.#there)}`
  }

  #columns(): RawBuilder<unknown> {
    return sql.join([sql`t.id`, ...this.#row.columns])
  }

  #record(row: Row): { readonly [name: string]: Json } {
    return {
      id: readId(this.#there.entity, row.id),
      ...Object.fromEntries(this.#reads.map(([name, read]) => [name, read(row)])),
    }
  }

  /** The names of a row: its label, and each text that names it alone. */
  #names(row: Row): ReadonlySet<string> {
    return this.namesOf(this.#record(row))
  }

  namesOf(record: JsonObject): ReadonlySet<string> {
    const own = this.#texts.flatMap((name) => (typeof record[name] === 'string' ? [plainName(record[name])] : []))
    return new Set([plainName(represent(this.#there.entity, record)), ...own])
  }
}

/** Texts that name a record: its unique and its searched ones, if the asker sees them in every row. */
function textFields(context: RecordContext): readonly string[] {
  const seen = seenFields(context).fields
  const unique = Object.values(context.entity.fields)
    .filter(({ unique: is }) => is)
    .map(({ name }) => name)
  return [...new Set([...unique, ...searchFields(context.entity)])].filter((name) => seen.get(name) === null)
}

function said(text: string, ids: Ids): FoundReference {
  if (ids.length > 1) return { error: { key: 'ref_ambiguous', params: { text: text.slice(0, 80), count: ids.length } } }
  return ids[0] === undefined ? { error: { key: 'ref_unknown', params: { text: text.slice(0, 80) } } } : { id: ids[0] }
}
