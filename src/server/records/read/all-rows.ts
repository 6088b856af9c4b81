import { sql } from 'kysely'
import type { Query } from './query'
import type { RecordContext } from '../record-context'
import type { Row } from '../fields/row-columns'
import { orderBy } from './row-order'
import type { WireColumns } from './wire-columns'

/**
 * All rows of a list's query in batches, as they were at one moment: one statement sees one snapshot, so later writes
 * neither hide a row nor show one twice.
 */
export function allRows(
  context: RecordContext,
  { columns, joins }: WireColumns,
  { where, order }: Query,
  batchRows: number,
): AsyncIterable<readonly Row[]> {
  const { db, stream } = context.runtime.database
  const query = sql<Row>`select ${columns} from ${sql.table(context.entity.name)} as t ${joins}
    where ${where} order by ${orderBy(order)}`
  const { sql: text, parameters } = query.compile(db)
  return stream(text, parameters, batchRows)
}
