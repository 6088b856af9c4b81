import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Db, Tx } from '../../platform/database/database'
import { askedKeys, chosenOf } from './asked-keys'
import { closingOf } from './closed-flags'
import { assertSees } from './list'
import { newRecord } from '../fields/new-record'
import { presented } from './presented'
import { recordQuery } from './record-query'
import type { RecordContext } from '../record-context'
import { idArray, readId, recordId, type RecordId } from '../record-id'
import type { Row } from '../fields/row-columns'
import { childrenFields, withChildren } from './children-rows'
import { singletonId } from '../singleton'
import { flaggedColumns, type WireColumns } from './wire-columns'
import { inScope, type ScopeUse } from '../fields/in-scope'
import { columnsInText, withText, writtenItems } from './written-items'

/** A record as the asker sees it. @throws {AppError} FORBIDDEN, NOT_FOUND (also outside their scope) */
export async function readRecord(context: RecordContext, id: Json | undefined): Promise<JsonObject> {
  assertSees(context)
  const { db } = context.runtime.database
  const item = await findRecord(context, db, flaggedColumns(context), recordId(context.entity, id))
  if (!item) throw new AppError('NOT_FOUND')
  return withChildren(
    context,
    db,
    (await presented(context, db, [item], { said: closingOf(context).flagged }))[0] ?? item,
    recordId(context.entity, id),
  )
}

/**
 * The answer to a call for a record: as text where PostgreSQL writes it.
 * @param query `columns` and `labels`, as in a list
 * @throws {AppError} FORBIDDEN, NOT_FOUND
 */
export async function answerRecord(
  context: RecordContext,
  id: Json | undefined,
  query: JsonObject = {},
): Promise<string | { readonly item: JsonObject }> {
  const keys = askedKeys(context, query)
  const hasRows = childrenFields(context.entity).some(({ name }) => !keys || keys.has(name))
  const columns = hasRows ? null : columnsInText(context, keys)
  if (!columns) {
    const item = await readRecord(context, id)
    return { item: keys ? chosenOf(keys, item) : item }
  }
  assertSees(context)
  const row = await findRow(context, context.runtime.database.db, columns, recordId(context.entity, id), {})
  if (!row) throw new AppError('NOT_FOUND')
  return withText('item', (await writtenItems(context, columns, [row], keys)).join(''), {})
}

/**
 * A record for its form, or without an id a new one's defaults; of a singleton the existing record.
 * @throws {AppError} FORBIDDEN, NOT_FOUND
 */
export async function readForm(context: RecordContext, id: Json | undefined): Promise<JsonObject> {
  if (id !== undefined && id !== null && id !== '') return readRecord(context, id)
  if (context.resource.singleton) {
    assertSees(context)
    return readRecord(context, await singletonId(context))
  }
  assertSees(context)
  return newRecord(context)
}

/** The record of an id within the asker's scope, in the given columns; null when there is none. */
export async function findRecord(
  context: RecordContext,
  db: Db | Tx,
  columns: WireColumns,
  id: RecordId,
  scope: ScopeUse = {},
): Promise<JsonObject | null> {
  const row = await findRow(context, db, columns, id, scope)
  return row ? columns.decode(row, context.origin.id_session) : null
}

async function findRow(
  context: RecordContext,
  db: Db | Tx,
  columns: WireColumns,
  id: RecordId,
  scope: ScopeUse,
): Promise<Row | undefined> {
  return (await db.executeQuery(recordQuery(context, columns, id, scope))).rows[0]
}

/** The records of some ids within the asker's scope, by their ids. */
export async function findRecords(
  context: RecordContext,
  db: Db | Tx,
  { columns, joins, decode }: WireColumns,
  ids: readonly RecordId[],
  scope: ScopeUse = {},
): Promise<ReadonlyMap<RecordId, JsonObject>> {
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(context.entity.name)} as t ${joins}
    where t.id = any(${idArray(context.entity, ids)}) and ${inScope(context, 't', scope)}`.execute(db)
  return new Map(
    rows
      .map((row) => decode(row, context.origin.id_session))
      .map((record) => [readId(context.entity, record.id), record]),
  )
}

export { idOf } from '../record-id'
