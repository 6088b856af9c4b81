import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { PREPARED } from '../../platform/database/prepared'
import { findRecord } from '../read/read'
import type { RecordContext } from '../record-context'
import { idArray, idOrder, readId, type RecordId } from '../record-id'
import { refsFields } from '../relations/write-refs'
import type { Row } from '../fields/row-columns'
import { everyColumn } from '../read/wire-columns'
import { inScope } from '../fields/in-scope'

/**
 * The record about to be changed, with every field but secrets; nobody else changes it until the transaction ends.
 * @throws {AppError} NOT_FOUND outside the asker's scope, FORBIDDEN when they may read the row but it is shared
 */
export async function lockRecord(context: RecordContext, tx: Tx, id: RecordId): Promise<JsonObject> {
  const { columns, joins, decode } = everyColumn(context)
  const table = sql.table(context.entity.name)
  // A statement that waits for a row sees other tables as they were before the wait, so ids in tables of their own are
  // read by the next statement.
  if (refsFields(context.entity).length > 0)
    await sql`${PREPARED}select t.id from ${table} as t where t.id = ${id} for update of t`.execute(tx)
  const query = sql<Row>`${PREPARED}select ${columns} from ${table} as t ${joins}
    where t.id = ${id} and ${inScope(context, 't', { use: 'write' })} for update of t`
  const row = (await query.execute(tx)).rows[0]
  if (row) return decode(row, context.origin.id_session)
  if (!(await findRecord(context, tx, everyColumn(context), id))) throw new AppError('NOT_FOUND')
  throw new AppError('FORBIDDEN', { body: { why: context.runtime.words.say(context.actor.language, 'why.shared') } })
}

/**
 * Several records about to be changed, locked in the order of their ids, so that two writers of the same records wait
 * for each other instead of deadlocking. For entities without ids in tables of their own.
 * @throws {AppError} NOT_FOUND, FORBIDDEN, as `lockRecord`
 */
export async function lockRecords(
  context: RecordContext,
  tx: Tx,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, JsonObject>> {
  const { entity } = context
  if (ids.length === 0) return new Map()
  const { columns, joins, decode } = everyColumn(context)
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(entity.name)} as t ${joins}
    where t.id = any(${idArray(entity, ids)}) and ${inScope(context, 't', { use: 'write' })} order by ${idOrder(entity)}
    for update of t`.execute(tx)
  const found = new Map(
    rows.map((row) => decode(row, context.origin.id_session)).map((record) => [readId(entity, record.id), record]),
  )
  const missing = ids.find((id) => !found.has(id))
  // A record that cannot be locked throws the reason.
  if (missing !== undefined) found.set(missing, await lockRecord(context, tx, missing))
  return found
}
