import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { Json, JsonObject } from '../../model/json'
import type { Db, Tx } from '../database/database'
import { assertSees } from './list'
import { newRecord } from './new-record'
import { presented } from './presented'
import type { RecordContext } from './record-context'
import type { Row } from './row-columns'
import { wireColumns, type WireColumns } from './wire-columns'
import { withinReach, type Reach } from './within-reach'

/** A record as the asker sees it. @throws {AppError} FORBIDDEN, NOT_FOUND (outside his scope too) */
export async function readRecord(context: RecordContext, id: Json | undefined): Promise<JsonObject> {
  assertSees(context)
  const { db } = context.runtime.database
  const item = await findRecord(context, db, wireColumns(context), idOf(id))
  if (!item) throw new AppError('NOT_FOUND')
  return (await presented(context, db, [item]))[0] ?? item
}

/** A record for its form, or a new one's defaults when there is no id. @throws {AppError} FORBIDDEN, NOT_FOUND */
export async function readForm(context: RecordContext, id: Json | undefined): Promise<JsonObject> {
  if (id !== undefined && id !== null && id !== '') return readRecord(context, id)
  assertSees(context)
  return newRecord(context)
}

/** The record of an id within the asker's reach, in the columns given; null when there is none. */
export async function findRecord(
  context: RecordContext,
  db: Db | Tx,
  { columns, joins, decode }: WireColumns,
  id: number,
  reach: Reach = {},
): Promise<JsonObject | null> {
  const query = sql<Row>`select ${columns} from ${sql.table(context.entity.name)} as t ${joins}
    where t.id = ${id} and ${withinReach(context, 't', reach)}`
  const row = (await query.execute(db)).rows[0]
  return row ? decode(row) : null
}

/** PostgreSQL's `integer`. */
const MAX_ID = 2_147_483_647

/** An id as a call or a path names it. @throws {AppError} NOT_FOUND for what no record can be called */
export function idOf(value: Json | undefined): number {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > MAX_ID) throw new AppError('NOT_FOUND')
  return id
}
