import { sql, type RawBuilder } from 'kysely'
import { anyId } from '../../../model/any-reference'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { FieldType } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { listOperators } from '../../../model/list-operators'
import { OPERATORS, type Operator } from '../../../model/rules/rule'
import { areaFilter } from './area-filter'
import { boxFilter } from './box-filter'
import { askableKeys, askedColumn, type AskedColumn } from './asked-column'
import { dayBounds } from '../../../model/values/zone-time'
import type { RecordContext } from '../record-context'
import { computedFilter } from '../relations/computed-filter'
import { refsFilter } from '../relations/refs-filter'
import { sqlTypeOf } from '../fields/row-columns'
import { malformed, readFlag } from '../../platform/answers/malformed'

/** Longer lists of values are not filters that a user enters. */
const MAX_VALUES = 1000

/**
 * One filter of a list call as a condition over `t`: a bare value is compared as its field type says, an array means
 * `in`, an object names operators, null means empty, and `not` whatever is none of its values, with those that have
 * none.
 * @throws {AppError} FILTER_UNKNOWN for a key or an operator, MALFORMED for a value of another kind
 */
export function filterCondition(context: RecordContext, key: string, asked: Json): RawBuilder<boolean> {
  const several = refsFilter(context, key, asked) ?? computedFilter(context, key, asked)
  if (several) return several
  const column = askedColumn(context, key)
  if (!column) throw unknownKey(context, 'records.filter_unknown', key)
  const type = typeOf(column.field, context.runtime.fieldTypes)
  if (asked === null) return compare(context, column, type, 'isNull', true)
  const named = column.field.refAny && anyId(asked)
  if (named) return compare(context, column, type, 'eq', named)
  if (Array.isArray(asked)) return compare(context, column, type, 'in', asked)
  if (typeof asked !== 'object') return compare(context, column, type, key === 'id' ? 'eq' : type.filter, asked)
  const parts = Object.entries(asked as JsonObject).map(([op, value]) =>
    op === 'not'
      ? sql<boolean>`not coalesce(${filterCondition(context, key, namedValue(key, value))}, false)`
      : op === 'hours' && type.isMoment
        ? hoursOfWeek(context, column, value)
        : op === 'area' && type.place === 'point'
          ? areaFilter(context, key, column.column, value)
          : op === 'box' && type.place === 'point'
            ? boxFilter(key, column.column, value)
            : compare(context, column, type, operatorOf(type, key, op), value),
  )
  if (parts.length === 0) throw malformed(key)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/**
 * What is not to be: a value, or a list of them; records without a value are none of these.
 * @throws {AppError} MALFORMED
 */
function namedValue(key: string, value: Json): Json {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) throw malformed(key)
  return value
}

const WEEK_H = 168

/**
 * `{ hours: [33] }`: moments within these hours of the week on the company's clock, counted from Monday 0:00.
 * @throws {AppError} MALFORMED
 */
function hoursOfWeek({ settings }: RecordContext, { key, column }: AskedColumn, asked: Json): RawBuilder<boolean> {
  const isHour = (hour: Json): boolean =>
    typeof hour === 'number' && Number.isInteger(hour) && hour >= 0 && hour < WEEK_H
  if (!Array.isArray(asked) || asked.length === 0 || asked.length > WEEK_H || !asked.every(isHour)) throw malformed(key)
  const local = sql`(${column} at time zone ${String(settings.timezone ?? 'UTC')})`
  return sql<boolean>`coalesce(((extract(isodow from ${local}) - 1) * 24 + extract(hour
    from ${local}))::integer = any(${asked}::integer[]), false)`
}

/** The error for an unknown filter or column; it names the known ones. */
export function unknownKey(context: RecordContext, say: string, name: string): AppError {
  return new AppError('FILTER_UNKNOWN', {
    say,
    params: { name: name.slice(0, 80), known: askableKeys(context).join(', ') },
  })
}

function operatorOf(type: FieldType, key: string, op: string): Operator {
  const known = OPERATORS.find((one) => one === op)
  if (known && listOperators(type).includes(known)) return known
  throw new AppError('FILTER_UNKNOWN', {
    say: 'records.operator_unknown',
    params: { name: key, operator: op.slice(0, 40), known: listOperators(type).join(', ') },
  })
}

function compare(
  context: RecordContext,
  { key, field, column }: AskedColumn,
  type: FieldType,
  op: Operator,
  asked: Json,
): RawBuilder<boolean> {
  if (!listOperators(type).includes(op)) return compareUnknown(type, key, op)
  const sqlType = sqlTypeOf(context.runtime.fieldSql, field)
  if (op === 'isNull') return sqlType.compare(column, op, readFlag(key, asked), field)
  if (op === 'in' || op === 'nin') {
    if (!Array.isArray(asked) || asked.length > MAX_VALUES) throw malformed(key)
    return sqlType.compare(
      column,
      op,
      asked.map((one: Json) => valueOf(type, field, key, op, one)),
      field,
    )
  }
  if (type.isMoment && typeof asked === 'string') {
    const day = dayBounds(asked.trim(), String(context.settings.timezone ?? 'UTC'))
    if (day) return compareDay(op, day, (operator, moment) => sqlType.compare(column, operator, moment, field))
  }
  return sqlType.compare(column, op, valueOf(type, field, key, op, asked), field)
}

function compareUnknown(type: FieldType, key: string, operator: string): never {
  throw new AppError('FILTER_UNKNOWN', {
    say: 'records.operator_unknown',
    params: { name: key, operator, known: listOperators(type).join(', ') },
  })
}

/** Compares a moment with a whole day of the company's zone. */
function compareDay(
  op: Operator,
  { from, until }: { from: string; until: string },
  compared: (op: Operator, moment: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (op === 'gte' || op === 'lt') return compared(op, from)
  if (op === 'lte') return compared('lt', until)
  if (op === 'gt') return compared('gte', until)
  const within = sql<boolean>`(${compared('gte', from)} and ${compared('lt', until)})`
  return op === 'ne' ? sql<boolean>`(${compared('isNull', from)} = false and not ${within})` : within
}

// A value beyond a limit of the field is valid and finds nothing; one of another kind is the caller's mistake.
const LIMITS = new Set(['min', 'max', 'multiple', 'scale', 'digits'])
/** What neither engine accepts in a text: NUL and halves of surrogate pairs. */
const unstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text)

function valueOf(type: FieldType, field: Field, key: string, op: Operator, asked: Json): Json {
  const given = typeof asked === 'number' && type.json === 'string' ? String(asked) : asked
  // Of several values one is asked for.
  if (op === 'contains' && type.json === 'array') {
    if (typeof given === 'string' && !unstorable(given)) return given
    throw malformed(key)
  }
  const value = type.canonical(given, field)
  if (value !== null && isComparable(type, field, op, value)) return value
  const read = typeof given === 'string' ? type.fromText(given, field) : null
  if (read && 'value' in read && read.value !== null && isComparable(type, field, op, read.value)) return read.value
  throw malformed(key)
}

function isComparable(type: FieldType, field: Field, op: Operator, value: Json): boolean {
  // Texts without an order can be compared with any text, also with half an address or a value that is no choice.
  if (op === 'contains' || (type.json === 'string' && !type.operators.includes('lt')))
    return typeof value === 'string' && !unstorable(value)
  if (type.json === 'integer' && typeof value === 'number') return true
  const error = type.check(value, field)
  return error === null || LIMITS.has(error.key)
}
