import { sql, type RawBuilder } from 'kysely'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { seenFields } from '../fields/seen-fields'
import { rollupColumn } from './computed-column'
import { countedRows } from './relation-puts'
import { readFlag } from '../../platform/answers/malformed'

/** Whether a list can be filtered by whether a record has rows counted by this number. */
const isCount = ({ computed }: Field): boolean => computed?.kind === 'rollup' && computed.what === 'count'

/**
 * A bare filter on a number of rows: 1 finds records that have some, 0 those that have none, counting only rows that
 * the asker sees. Null: it is no such field, hidden, or compared by an operator, as any number.
 * @throws {AppError} MALFORMED for another value
 */
export function computedFilter(context: RecordContext, key: string, asked: Json): RawBuilder<boolean> | null {
  const { entity } = context
  const field = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
  const computed = field?.computed
  if (
    typeof asked === 'object' ||
    !field ||
    !isCount(field) ||
    computed?.kind !== 'rollup' ||
    seenFields(context).fields.get(key) !== null
  )
    return null
  const rows = countedRows(context, computed, (one) => seenFields(context, one))
  if (!rows) return null
  const some = readFlag(key, asked)
  const { expression } = rollupColumn(context, computed, rows)
  return some ? sql<boolean>`${expression} > 0` : sql<boolean>`${expression} = 0`
}
