import { sql, type RawBuilder } from 'kysely'
import { AGE, afterCursor, NO_MOMENT, orderBy, type Cursor, type RowOrder } from './row-order'

/** Rows of one walk: what they meet, and in which order an index or a short sort gives them. */
interface Walk {
  readonly where: readonly RawBuilder<boolean>[]
  readonly order: RawBuilder<unknown>
}

/**
 * The walks that together give a page of an order in which some records stand ahead: those few in the order itself, all
 * others along the index of the column. By the order as one, a million records that are over are sorted for each page.
 */
export function walksOf(order: RowOrder, after: Cursor | null): readonly Walk[] {
  const { ahead, id, direction } = order
  if (!ahead) return [{ where: after ? afterCursor(order, after) : [], order: orderBy(order) }]
  const rest = orderBy({ ...order, by: ahead.by })
  const isRest = sql<boolean>`(${ahead.meets}) is not true`
  const first: Walk = { where: [ahead.meets, ...(after ? afterCursor(order, after) : [])], order: orderBy(order) }
  if (!after) return [first, { where: [isRest], order: rest }]
  const { by } = ahead
  const end = sql`(timestamptz '0001-01-01 00:00:00+00' + ${sql.lit(direction === 'asc' ? ahead.age : 1)} * ${AGE})`
  const value = sql`${after.value}::timestamptz`
  // Before a place among those ahead there is none of the others.
  const place =
    direction === 'asc'
      ? sql`(case when ${value} < ${end} then '-infinity'::timestamptz
        else ${value} - ${sql.lit(ahead.age)} * ${AGE} end)`
      : sql`(case when ${value} >= ${end} then 'infinity'::timestamptz else ${value} end)`
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  const values = sql<boolean>`(${by}, ${id}) ${beyond} (${place}, ${after.id})`
  const empty = sql<boolean>`(${by} is null and (${NO_MOMENT}, ${id}) ${beyond} (${place}, ${after.id}))`
  return [first, ...[values, empty].map((condition): Walk => ({ where: [isRest, condition], order: rest }))]
}
