import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Measure, RatioSide } from '../../../model/stat'
import { askedColumn } from '../read/asked-column'
import { filtersSql } from '../read/read-query'
import type { RecordContext } from '../record-context'
import type { Aggregate } from './aggregate'

const DECIMALS = { percent: 1, number: 2 } as const
const HUNDRED = 100

/**
 * One count or sum for each of another; null where that is 0.
 * @param count the measure of a side over the rows that meet a condition
 */
export function ratioOf(
  context: RecordContext,
  { of, to, per, as }: Extract<Measure, { readonly what: 'ratio' }>,
  when: RawBuilder<boolean>,
  count: (measure: Measure, when: RawBuilder<boolean>) => Aggregate,
): Aggregate {
  const side = ({ sum, filters }: RatioSide): RawBuilder<unknown> =>
    count(
      sum === undefined ? { what: 'count' } : { what: 'sum', f: sum },
      sql<boolean>`(${when} and ${filtersSql(context, filters)})`,
    ).value
  const field = as === 'money' && of.sum !== undefined ? (askedColumn(context, of.sum)?.field ?? null) : null
  if (as === 'money' && !field) throw new AppError('NOT_FOUND')
  const scale = as === 'money' ? Number(field?.schema['x-scale'] ?? DECIMALS.number) : DECIMALS[as]
  return {
    value: sql`round((${side(of)})::numeric * ${sql.lit(as === 'percent' ? HUNDRED : per)}
      / nullif((${side(to)})::numeric, 0), ${sql.lit(scale)})`,
    field,
  }
}
