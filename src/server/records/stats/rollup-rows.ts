import { sql, type RawBuilder } from 'kysely'
import type { Stat } from '../../../model/stat'
import { bucketOf, bucketType } from '../rollups/buckets'
import { markedBuckets } from '../rollups/follow-marks'
import { rowsOfBuckets } from '../rollups/recount'
import { filledColumn, ROWS_COLUMN, sumColumn, type MadeRollup } from '../rollups/stored-rollup'
import { AppError } from '../../../model/errors'
import { askedColumn } from '../read/asked-column'
import { seenFields } from '../fields/seen-fields'
import type { RecordContext } from '../record-context'
import { ruleSql } from '../rule-readings'
import type { Cut } from './rollup-choice'
import { meanScale, type Aggregate } from './aggregate'
import { sumOfShown } from './lacking'
import { ratioOf } from './ratio'
import { living } from '../fields/in-scope'

/**
 * A rollup as a table of rows that stand for many: the kept ones of buckets that nothing has changed, and the entity's
 * own rows of those that are marked or cut. One statement sees one moment of all three, so the numbers are those of the
 * rows at that moment. A kept row's time is the middle of its bucket.
 */
export function rollupRows(rollup: MadeRollup, cuts: readonly Cut[]): RawBuilder<unknown> {
  const { at, by, sum } = rollup
  const columns = (alias: string): readonly RawBuilder<unknown>[] => by.map((name) => sql.ref(`${alias}.${name}`))
  const kept = sql.join([
    sql`r.${sql.id(at)}`,
    ...columns('r'),
    sql`r.${sql.id(ROWS_COLUMN)} as ${sql.id(ROWS_COLUMN)}`,
    ...sum.flatMap((name) => [
      sql`r.${sql.id(sumColumn(name))} as ${sql.id(name)}`,
      sql`r.${sql.id(filledColumn(name))} as ${sql.id(filledColumn(name))}`,
    ]),
    sql`null::timestamptz as date_deleted`,
  ])
  const own = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join([
      time,
      ...columns('s'),
      sql`1`,
      ...sum.flatMap((name) => [
        sql`${sql.ref(`s.${name}`)}::numeric`,
        sql`(${sql.ref(`s.${name}`)} is not null)::integer`,
      ]),
      sql`null::timestamptz`,
    ])
  const marks = sql`(select at from engine_rollup_marks where entity = ${sql.lit(rollup.entity)}
    and field = ${sql.lit(at)})`
  const cut = cuts.map((one) => cutBucket(rollup, one))
  const none = sql`'-infinity'::${bucketType(rollup)}`
  return sql`(with b as materialized (${markedBuckets(rollup, marks)}
    ${cut.length > 0 ? sql`union ${sql.join(cut, sql` union `)}` : sql``})
    select ${kept} from ${sql.table(rollup.table)} as r
    where coalesce(r.${sql.id(at)}, ${none}) not in (select coalesce(b.b, ${none}) from b)
    union all select ${own(sql`s.${sql.id(at)}`)} from ${rowsOfBuckets(rollup, [at, ...by, ...sum], sql`b`)}
    union all select ${own(sql`s.${sql.id(at)}`)} from ${sql.table(rollup.entity)} as s
      where s.${sql.id(at)} is null and ${living('s')} and exists (select from b where b.b is null))`
}

/** The bucket within which a condition changes its mind; none where that is its first moment. */
function cutBucket(rollup: MadeRollup, { at, inside }: Cut): RawBuilder<unknown> {
  const moment = sql`${at}::timestamptz`
  const bucket = bucketOf(rollup, moment)
  return inside
    ? sql`select ${bucket}`
    : sql`select ${bucket} where ${bucket} = ${bucketOf(rollup, sql`(${moment} - interval '1 microsecond')`)}`
}

const rows = sql.ref(`t.${ROWS_COLUMN}`)

/** The measures over rows that stand for many. */
export const rollupAggregate = {
  count: (when: RawBuilder<boolean>): RawBuilder<unknown> => sql`coalesce(sum(${rows}) filter (where ${when}), 0)`,

  /** @param of the conditions of a share */
  of(
    context: RecordContext,
    { measure }: Pick<Stat, 'measure'>,
    of: RawBuilder<boolean>,
    when: RawBuilder<boolean>,
  ): Aggregate {
    if (measure.what === 'count') return { value: rollupAggregate.count(when), field: null }
    if (measure.what === 'share') {
      return {
        value: sql`round(100.0 * ${rollupAggregate.count(sql<boolean>`(${when} and ${of})`)}
          / nullif(${rollupAggregate.count(when)}, 0), 1)`,
        field: null,
      }
    }
    if (measure.what === 'ratio')
      return ratioOf(context, measure, when, (one, those) =>
        rollupAggregate.of(context, { measure: one }, sql<boolean>`true`, those),
      )
    const asked = askedColumn(context, measure.f)
    const rule = seenFields(context).fields.get(measure.f)
    if (!asked || rule === undefined) throw new AppError('NOT_FOUND')
    const { field, column } = asked
    const added = sql`sum(${column}) filter (where ${when})`
    if (measure.what === 'sum')
      return { value: sumOfShown(context, measure.f, sql`coalesce(${added}, 0)`, when, rollupAggregate.count), field }
    const filled = sql.ref(`t.${filledColumn(measure.f)}`)
    // A row that hides its value counts for no mean, as it does among the rows.
    const shown =
      rule === null ? filled : sql`case when ${ruleSql(context, rule, context.entity, 't')} then ${filled} end`
    return {
      value: sql`round(${added} / nullif(sum(${shown}) filter (where ${when}), 0),
        ${sql.lit(meanScale(context, field))})`,
      field,
    }
  },
}
