import { sql, type RawBuilder } from 'kysely'
import type { Json } from '#engine/model'
import type { FieldChange, Tx } from '#engine/server'

type Told = { readonly [column: string]: Json }

/**
 * What the activity log keeps of a move: the changed columns, those that name somebody or something with the names at
 * that time.
 */
export async function labelledMove(
  tx: Tx,
  before: Told,
  after: Told,
): Promise<{ readonly [column: string]: FieldChange }> {
  const changed = Object.entries(after).filter(([column, to]) => before[column] !== to)
  const names = await namesOf(
    tx,
    before,
    after,
    changed.map(([column]) => column),
  )
  return Object.fromEntries(
    changed.map(([column, to]): [string, FieldChange] => {
      const from = before[column] ?? null
      return [column, { from, to, ...named('from_text', names[column], from), ...named('to_text', names[column], to) }]
    }),
  )
}

type Names = { readonly [column: string]: ReadonlyMap<Json, string> | undefined }

/** Who or what a column names, and how that is called. */
const NAMED: { readonly [column: string]: { readonly of: string; readonly name: RawBuilder<string> } } = {
  id_driver: { of: 'users', name: sql`trim(concat(t.name, ' ', t.surname))` },
  id_operator: { of: 'users', name: sql`trim(concat(t.name, ' ', t.surname))` },
  id_vehicle: { of: 'vehicles', name: sql`t.plate` },
  id_subscription: { of: 'subscriptions', name: sql`t.name` },
  id_grouping: { of: 'groupings', name: sql`t.name` },
}

async function namesOf(tx: Tx, before: Told, after: Told, columns: readonly string[]): Promise<Names> {
  const asked = columns.flatMap((column) => {
    const named = NAMED[column]
    const ids = [before[column], after[column]].filter((id) => typeof id === 'number')
    return named && ids.length > 0
      ? [
          sql`select ${sql.lit(column)}::text as column, t.id, ${named.name} as name from ${sql.table(named.of)} t
            where t.id = any(${ids}::int[])`,
        ]
      : []
  })
  if (asked.length === 0) return {}
  const { rows } = await sql<{
    readonly column: string
    readonly id: number
    readonly name: string
  }>`${sql.join(asked, sql` union all `)}`.execute(tx)
  const of = (column: string) =>
    new Map<Json, string>(rows.filter((row) => row.column === column).map(({ id, name }) => [id, name]))
  return Object.fromEntries(columns.map((column) => [column, of(column)]))
}

function named(
  key: 'from_text' | 'to_text',
  names: ReadonlyMap<Json, string> | undefined,
  id: Json,
): { readonly [key: string]: string } {
  const name = names?.get(id)
  return name ? { [key]: name } : {}
}
