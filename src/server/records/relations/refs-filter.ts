import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { idArray, recordId, type RecordId } from '../record-id'
import { ruleSql } from '../rule-readings'
import { seenFields } from '../fields/seen-fields'
import { refsFrom } from './refs-column'
import { malformed } from '../../platform/answers/malformed'
import { flagIn } from '../../../model/values/flag-text'

/** Longer lists of values are not filters that a user enters. */
const MAX_VALUES = 1000

/**
 * A filter on a `refs` field: rows that refer to one of the ids (`eq` one, `in` several), to each of them (`all`), or
 * to none (`isNull`). Guessing ids outside the asker's scope finds nothing. Null: it is no such field, or hidden.
 * @throws {AppError} FILTER_UNKNOWN for an operator, MALFORMED for a value that is no id
 */
export function refsFilter(context: RecordContext, key: string, asked: Json): RawBuilder<boolean> | null {
  const { entity, model } = context
  const field = Object.hasOwn(entity.fields, key) ? entity.fields[key] : undefined
  const target = field?.virtual && field.ref ? model.entities[field.ref.to] : undefined
  const see = seenFields(context).fields.get(key)
  if (!field || !target || see === undefined) return null
  const someOf = (more: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`exists (select 1 ${refsFrom(context, field, target, 't')} ${more})`
  const ids = (list: readonly Json[]): RawBuilder<boolean> =>
    someOf(
      sql`and j.id_target = any(${idArray(
        target,
        list.flatMap((one) => idIn(context, field, one)),
      )})`,
    )
  const none = (empty: boolean): RawBuilder<boolean> => (empty ? sql<boolean>`not ${someOf(sql``)}` : someOf(sql``))
  const condition = conditionOf(key, asked, ids, none)
  return see === null ? condition : sql<boolean>`(${ruleSql(context, see, entity, 't')} and ${condition})`
}

function conditionOf(
  key: string,
  asked: Json,
  ids: (list: readonly Json[]) => RawBuilder<boolean>,
  none: (empty: boolean) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (asked === null) return none(true)
  if (Array.isArray(asked)) return ids(values(key, asked))
  if (typeof asked !== 'object') return ids([asked])
  const parts = Object.entries(asked as JsonObject).map(([op, value]) => {
    if (op === 'isNull') return none(flagIn(value) === true)
    if (op === 'eq') return ids([value])
    if (op === 'in' && Array.isArray(value)) return ids(values(key, value))
    if (op === 'in') throw malformed(key)
    if (op === 'all' && Array.isArray(value) && value.length > 0)
      return sql<boolean>`(${sql.join(
        values(key, value).map((one) => ids([one])),
        sql` and `,
      )})`
    throw new AppError('FILTER_UNKNOWN', {
      say: 'records.operator_unknown',
      params: { name: key, operator: op.slice(0, 40), known: 'eq, in, all, isNull' },
    })
  })
  if (parts.length === 0) throw malformed(key)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

function values(key: string, list: readonly Json[]): readonly Json[] {
  if (list.length > MAX_VALUES) throw malformed(key)
  return list
}

/**
 * The id in a value; none for one that no record can have.
 * @throws {AppError} MALFORMED for a value that is no id at all
 */
function idIn({ model }: RecordContext, field: Field, value: Json): readonly RecordId[] {
  const target = model.entities[field.ref?.to ?? '']
  if ((typeof value !== 'number' && typeof value !== 'string') || !target) throw malformed(field.name)
  try {
    return [recordId(target, value)]
  } catch {
    throw malformed(field.name)
  }
}
