import { sql } from 'kysely'
import { columnKey } from '../../../model/board'
import type { JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { readId } from '../record-id'
import type { AskedColumn } from './asked-column'
import { filterCondition } from './filter-condition'
import { all } from '../fields/in-scope'
import type { Query } from './query'
import { presented } from './presented'
import type { Row } from '../fields/row-columns'
import { orderBy, writeCursor } from './row-order'
import { wireColumns } from './wire-columns'

interface Wanted {
  readonly value: string | number | null
  readonly limit: number
}
interface Cards {
  readonly items: readonly JsonObject[]
  readonly after?: string
}

/** Where the place of a row's column stands: no field is called so. */
const PLACE = '#column'

/**
 * The first rows of each column in one statement, by the column's key. Each column walks the index of its own value;
 * names of references are joined to the rows that were found.
 */
export async function boardCards(
  context: RecordContext,
  by: AskedColumn,
  { where, order }: Query,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, Cards>> {
  if (wanted.length === 0) return new Map()
  const {
    entity,
    runtime: {
      database: { db },
    },
    origin,
  } = context
  const { columns, joins, decode } = wireColumns(context)
  const pieces = wanted.map(
    (
      { value, limit },
      place,
    ) => sql`(select t.*, ${sql.lit(place)} as ${sql.id(PLACE)} from ${sql.table(entity.name)} as t
    where ${all([where, filterCondition(context, by.key, value)])} order by ${orderBy(order)}
      limit ${sql.lit(limit + 1)})`,
  )
  const sorted = order.by ? sql`(${order.by})::text` : sql`null`
  const place = sql.ref(`t.${PLACE}`)
  const { rows } = await sql<Row>`select ${columns}, ${sorted} as sorted, t.id as last_id, ${place} as place
    from (${sql.join(pieces, sql` union all `)}) as t ${joins} order by ${place}, ${orderBy(order)}`.execute(db)
  const found = wanted.map(() => [] as Row[])
  for (const row of rows) found[Number(row.place)]?.push(row)
  const kept = found.map((of, at) => of.slice(0, wanted[at]?.limit))
  const items = await presented(
    context,
    db,
    kept.flat().map((row) => decode(row, origin.id_session)),
  )
  let begin = 0
  return new Map(
    wanted.map(({ value, limit }, at) => {
      const rowsOf = kept[at] ?? []
      const last = (found[at]?.length ?? 0) > limit ? rowsOf.at(-1) : undefined
      const own = items.slice(begin, begin + rowsOf.length)
      begin += rowsOf.length
      return [
        columnKey(value),
        {
          items: own,
          ...(last && {
            after: writeCursor(order, { value: last.sorted as string | null, id: readId(entity, last.last_id) }),
          }),
        },
      ]
    }),
  )
}
