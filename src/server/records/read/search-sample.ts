import { sql } from 'kysely'
import type { Field } from '../../../model/field'
import { fold } from '../../../model/values/fold'
import type { Database } from '../../platform/database/database'
import type { Runtime } from '../../language/runtime'
import { fieldColumn } from '../../language/rules/field-column'

/** Of a table's newest records so many tell how common a word is. */
export const SAMPLED = 1_000
/** What they say is good for so long: it decides which way is taken to the rows, never which rows are found. */
const FRESH_MS = 60_000
/** Tables times what askers see of them; beyond, all are read anew. */
const MAX_SAMPLES = 200

/** A record of the sample: its searched texts, folded, and where its references lead. */
export interface SampledRecord {
  readonly texts: readonly string[]
  readonly ids: readonly (number | null)[]
}

interface Kept {
  readonly rows: Promise<readonly SampledRecord[]>
  readonly read_ms: number
}
const kept = new WeakMap<Database, Map<string, Kept>>()

/**
 * The newest records of a table, kept in memory: asking them costs no statement, and folding a thousand rows anew for
 * every word of every search cost more than the search itself (40 ms a word at a million services).
 */
export function sampleOf(
  { database, fieldSql }: Pick<Runtime, 'database' | 'fieldSql'>,
  table: string,
  texts: readonly Field[],
  references: readonly Field[],
): Promise<readonly SampledRecord[]> {
  const all = kept.get(database) ?? new Map<string, Kept>()
  kept.set(database, all)
  const key = [table, ...texts.map(({ name }) => name), '', ...references.map(({ name }) => name)].join('\n')
  const now_ms = performance.now()
  const before = all.get(key)
  if (before && now_ms - before.read_ms < FRESH_MS) return before.rows
  if (all.size >= MAX_SAMPLES) all.clear()
  const rows = read(
    database,
    table,
    texts.map((text) => {
      const column = fieldColumn('t', text, fieldSql)
      return sql`${fieldSql[text.type]?.text?.(column) ?? column}::text`
    }),
    references.map((one) => fieldColumn('t', one, fieldSql)),
  )
  const next = { rows, read_ms: now_ms }
  all.set(key, next)
  rows.catch(() => {
    if (all.get(key) === next) all.delete(key)
  })
  return rows
}

async function read(
  database: Database,
  table: string,
  texts: readonly ReturnType<typeof sql>[],
  references: readonly ReturnType<typeof fieldColumn>[],
): Promise<readonly SampledRecord[]> {
  const { rows } = await sql<{ texts: readonly (string | null)[]; ids: readonly (number | null)[] }>`select
      array[${sql.join([...texts, sql`null::text`])}] as texts,
        array[${sql.join([...references.map((one) => sql`${one}::integer`), sql`null::integer`])}] as ids
    from (select * from ${sql.table(table)} order by id desc limit ${SAMPLED}) as t`.execute(database.db)
  return rows.map((row) => ({ texts: row.texts.flatMap((text) => (text === null ? [] : fold(text))), ids: row.ids }))
}

/** How many of the sample meet a condition. */
export const countIn = (sample: readonly SampledRecord[], has: (record: SampledRecord) => boolean): number =>
  sample.reduce((n, one) => n + Number(has(one)), 0)

/** @param folded a folded word */
export const hasWord =
  (folded: string) =>
  ({ texts }: SampledRecord): boolean =>
    texts.some((text) => text.includes(folded))
