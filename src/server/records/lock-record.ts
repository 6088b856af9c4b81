import { sql } from 'kysely'
import { AppError } from '../../model/errors'
import type { JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import { PREPARED } from '../database/prepared'
import { findRecord } from './read'
import type { RecordContext } from './record-context'
import type { RecordId } from './record-id'
import { refsFields } from './relations/write-refs'
import type { Row } from './row-columns'
import { everyColumn } from './wire-columns'
import { withinReach } from './within-reach'

/**
 * The record about to be changed, with every field but secrets; nobody else changes it until the transaction ends.
 * @throws {AppError} NOT_FOUND outside the asker's reach, FORBIDDEN when he may read the row but it belongs to all
 */
export async function lockRecord(context: RecordContext, tx: Tx, id: RecordId): Promise<JsonObject> {
  const { columns, joins, decode } = everyColumn(context)
  const table = sql.table(context.entity.name)
  // A statement that waits for a row sees other tables as they were before the wait: ids in tables of their own are read by the next one.
  if (refsFields(context.entity).length > 0) await sql`${PREPARED}select t.id from ${table} as t where t.id = ${id} for update of t`.execute(tx)
  const query = sql<Row>`${PREPARED}select ${columns} from ${table} as t ${joins}
    where t.id = ${id} and ${withinReach(context, 't', { use: 'write' })} for update of t`
  const row = (await query.execute(tx)).rows[0]
  if (row) return decode(row)
  if (!(await findRecord(context, tx, everyColumn(context), id))) throw new AppError('NOT_FOUND')
  throw new AppError('FORBIDDEN', { body: { why: context.runtime.words.say(context.actor.language, 'why.shared') } })
}
