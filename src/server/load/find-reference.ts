import { sql } from 'kysely'
import type { ValueFault } from '../../model/field-type'
import { fold } from '../../model/fold'
import type { Json } from '../../model/json'
import type { Entity, Field } from '../../model/model'
import { represent } from '../../model/represent'
import type { Tx } from '../database/database'
import { contextOf, type RecordContext } from '../records/record-context'
import { choicesOf } from '../records/references'
import { RowColumns, type Row } from '../records/row-columns'
import { representFields, searchCondition, searchFields } from '../records/search-condition'
import { seenFields } from '../records/seen-fields'
import { withinReach } from '../records/within-reach'

export type FoundReference = { readonly id: number } | { readonly fault: ValueFault }

/** More records that share every word of a name are told as ambiguous without looking further. */
const MOST_CANDIDATES = 200

/**
 * Finds what the cells of one file refer to, each text once: by id, else by what stands for the record or by a unique or searched text
 * of it.
 */
export class ReferenceFinder {
  readonly #context: RecordContext
  readonly #found = new Map<string, FoundReference>()

  constructor(context: RecordContext) {
    this.#context = context
  }

  async find(tx: Tx, field: Field, text: string): Promise<FoundReference> {
    const key = `${field.name} ${text}`
    const known = this.#found.get(key)
    if (known) return known
    const target = field.ref && this.#context.model.entities[field.ref.to]
    const found = target ? await search(this.#context, tx, field, target, text) : { fault: { key: 'ref' } }
    // A file may refer to its own earlier rows: what is not there yet may come.
    if ('id' in found || field.ref?.to !== this.#context.entity.name) this.#found.set(key, found)
    return found
  }
}

async function search(context: RecordContext, tx: Tx, field: Field, target: Entity, text: string): Promise<FoundReference> {
  const resource = choicesOf(context, field, target) ?? { ...context.resource, entity: target.name, where: undefined }
  const there = contextOf(context, target, resource)
  const from = sql`from ${sql.table(target.name)} as t where ${withinReach(there)}`
  if (/^\d{1,9}$/.test(text)) {
    const { rows } = await sql<Row>`select t.id ${from} and t.id = ${Number(text)}`.execute(tx)
    if (rows.length === 1) return { id: Number(text) }
  }
  const names = [...new Set([...representFields(target), ...textFields(there)])]
  const row = new RowColumns(context.runtime.fieldSql)
  const reads = names.flatMap((name) => {
    const of = target.fields[name]
    return of ? [[name, row.field('t', of)] as const] : []
  })
  const condition = searchCondition(there, text, names)
  if (!condition || reads.length === 0) return unknown(text)
  const columns = sql.join([sql`t.id`, ...row.columns])
  const { rows } = await sql<Row>`select ${columns} ${from} and ${condition} order by t.id limit ${MOST_CANDIDATES}`.execute(tx)
  const wanted = plain(text)
  const matches = rows.filter((found) => {
    const record: { [name: string]: Json } = {
      id: Number(found.id),
      ...Object.fromEntries(reads.map(([name, read]) => [name, read(found)])),
    }
    return (
      plain(represent(target, record)) === wanted ||
      textFields(there).some((name) => typeof record[name] === 'string' && plain(record[name]) === wanted)
    )
  })
  if (matches.length > 1) return { fault: { key: 'ref_ambiguous', params: { text: text.slice(0, 80), count: matches.length } } }
  return matches[0] ? { id: Number(matches[0].id) } : unknown(text)
}

/** Texts that name a record: its unique and its searched ones, as far as the asker sees them in every row. */
function textFields(context: RecordContext): readonly string[] {
  const seen = seenFields(context).fields
  const unique = Object.values(context.entity.fields)
    .filter(({ unique: is }) => is)
    .map(({ name }) => name)
  return [...new Set([...unique, ...searchFields(context.entity)])].filter((name) => seen.get(name) === null)
}

const unknown = (text: string): FoundReference => ({ fault: { key: 'ref_unknown', params: { text: text.slice(0, 80) } } })
const plain = (text: string): string => fold(text.trim()).replace(/\s+/g, ' ')
