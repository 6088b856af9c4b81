import { sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { SERIES_PART } from '../../../model/loader/build-series'
import { todayIn } from '../../../model/values/zone-time'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../record-context'

/** The moves that number a field; none: it is numbered when the record is created. */
const issuers = ({ flow }: Entity, field: Field): readonly string[] =>
  Object.entries(flow?.moves ?? {}).flatMap(([name, { series }]) => (series === field.name ? [name] : []))

/** Whether new records of an entity are numbered at once. */
export const isNumberedAtOnce = (entity: Entity): boolean =>
  Object.values(entity.fields).some((field) => field.series && issuers(entity, field).length === 0)

/**
 * The record with the numbers that fall due as it is written: `before` null creates it, `move` is the move that is
 * carried out. A number is taken within the transaction, so that what is rolled back leaves no gap; writers of the same
 * series wait for each other.
 */
export async function withNumbers<T extends JsonObject>(
  context: RecordContext,
  tx: Tx,
  record: T,
  before: JsonObject | null,
  move: string | undefined,
): Promise<T> {
  let numbered = record
  for (const field of Object.values(context.entity.fields)) {
    if (!field.series || (record[field.name] ?? null) !== null) continue
    const by = issuers(context.entity, field)
    const isDue = by.length === 0 ? before === null : move !== undefined && by.includes(move)
    if (isDue) numbered = { ...numbered, [field.name]: await nextNumber(context, tx, field, record) }
  }
  return numbered
}

async function nextNumber(
  { entity, settings, now }: RecordContext,
  tx: Tx,
  { name, series }: Field,
  record: JsonObject,
): Promise<Json> {
  const { format = '', per = [], start = 1 } = series ?? {}
  const [yyyy = '', mm = ''] = todayIn(String(settings.timezone ?? 'UTC'), now).split('-')
  const period = [...format.matchAll(SERIES_PART)].flatMap(([, part]) =>
    part === 'yyyy' ? yyyy : part === 'mm' ? mm : [],
  )
  const counter = JSON.stringify([entity.name, name, ...per.map((one) => record[one] ?? null), ...period])
  const n = (await advance(tx, counter)) ?? (await begin(tx, counter, start))
  return format.replace(SERIES_PART, (_, part: string, width = '0') =>
    (part === 'yyyy' ? yyyy : part === 'mm' ? mm : String(n)).padStart(Number(width), '0'),
  )
}

async function advance(tx: Tx, counter: string): Promise<number | null> {
  const { rows } = await sql<{
    last: number
  }>`update series_counters set last = last + 1 where counter = ${counter} returning last`.execute(tx)
  return rows[0]?.last ?? null
}

/** The first number of a counter; of two who begin it together, the second waits and goes on. */
async function begin(tx: Tx, counter: string, start: number): Promise<number> {
  await sql`insert into series_counters (counter, last) values (${counter}, ${start - 1})
    on conflict do nothing`.execute(tx)
  const n = await advance(tx, counter)
  if (n === null) throw new Error(`The series ${counter} has no row in series_counters.`)
  return n
}
