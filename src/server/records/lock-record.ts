import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import { findRecord } from './read'
import type { RecordContext } from './record-context'
import type { Row } from './row-columns'
import { everyColumn } from './wire-columns'
import { withinReach } from './within-reach'

/**
 * The record about to be changed, with every field but secrets; nobody else changes it until the transaction ends.
 * @throws {AppError} NOT_FOUND outside the asker's reach, FORBIDDEN when he may read the row but it belongs to all
 */
export async function lockRecord(context: RecordContext, tx: Tx, id: number): Promise<JsonObject> {
  const { columns, joins, decode } = everyColumn(context)
  const query = sql<Row>`select ${columns} from ${sql.table(context.entity.name)} as t ${joins}
    where t.id = ${id} and ${withinReach(context, 't', { use: 'write' })} for update of t`
  const row = (await query.execute(tx)).rows[0]
  if (row) return decode(row)
  throw new AppError((await findRecord(context, tx, everyColumn(context), id)) ? 'FORBIDDEN' : 'NOT_FOUND')
}
