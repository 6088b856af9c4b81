import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Measure, Stat } from '../../../model/stat'
import { askedColumn } from '../read/asked-column'
import type { Read, RowColumns } from '../fields/row-columns'
import type { RecordContext } from '../record-context'
import { sumOfShown } from './lacking'
import { ratioOf } from './ratio'

/** The measure of a stat over the rows that meet a condition, and how its value is decoded. */
export interface Aggregate {
  /** What is added up over parts. */
  readonly value: RawBuilder<unknown>
  /** The field whose type the value has; null: a plain number. */
  readonly field: Field | null
}

/**
 * @param of the conditions of a share
 * @param when which of the rows are counted at all
 */
export function aggregateOf(
  context: RecordContext,
  { measure }: Pick<Stat, 'measure'>,
  of: RawBuilder<boolean>,
  when: RawBuilder<boolean>,
): Aggregate {
  if (measure.what === 'count') return { value: countRows(when), field: null }
  if (measure.what === 'share') {
    return {
      value: sql`round(100.0 * count(*) filter (where ${when}
        and ${of}) / nullif(count(*) filter (where ${when}), 0), 1)`,
      field: null,
    }
  }
  if (measure.what === 'ratio')
    return ratioOf(context, measure, when, (one, those) =>
      aggregateOf(context, { measure: one }, sql<boolean>`true`, those),
    )
  const { column, field, scale } = measured(context, measure)
  if (measure.what === 'sum') {
    const sum = sql`coalesce(sum(${column}) filter (where ${when}), 0)`
    return { value: measure.until === undefined ? sumOfShown(context, measure.f, sum, when, countRows) : sum, field }
  }
  // Between two values the one that lies as far as its share says: of an even number the median is the mean of the two
  // in the middle.
  if (measure.what === 'percentile')
    return {
      value: sql`round((percentile_cont(${sql.lit(measure.p / 100)}) within group (order by ${column})
        filter (where ${when}))::numeric, ${sql.lit(scale)})`,
      field,
    }
  return { value: sql`round(avg(${column}) filter (where ${when}), ${sql.lit(scale)})`, field }
}

/** How many rows meet a condition. */
export const countRows = (when: RawBuilder<boolean>): RawBuilder<unknown> => sql`count(*) filter (where ${when})`

/**
 * What is measured of a row `t`; a length of time in whole seconds.
 * @throws {AppError} NOT_FOUND where the asker does not see it
 */
function measured(
  context: RecordContext,
  { f, until }: Extract<Measure, { readonly f: string }>,
): { readonly column: RawBuilder<unknown>; readonly field: Field | null; readonly scale: number } {
  const asked = askedColumn(context, f)
  const end = until === undefined ? null : askedColumn(context, until)
  if (!asked || (until !== undefined && !end)) throw new AppError('NOT_FOUND')
  if (end) return { column: sql`round(extract(epoch from (${end.column}) - (${asked.column})))`, field: null, scale: 0 }
  return { column: asked.column, field: asked.field, scale: meanScale(context, asked.field) }
}

/** Decimals of a mean: those of the field, and one where it has none. */
export function meanScale({ runtime }: RecordContext, field: Field): number {
  const written = field.schema['x-scale']
  const scale = typeof written === 'number' ? written : runtime.fieldTypes[field.type]?.counts?.scale
  return scale === undefined || scale === 0 ? 1 : scale
}

/** A mean has decimals that the type of what it is the mean of may not have. */
export function numberReader(row: RowColumns, value: RawBuilder<unknown>, field: Field | null): Read {
  if (field) return row.value(value, { ...field, type: field.type === 'money' ? 'money' : 'decimal' })
  const read = row.any(value)
  return (at): Json => {
    const raw = read(at)
    return raw === null || raw === undefined ? null : Number(raw)
  }
}
