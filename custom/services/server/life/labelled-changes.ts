import { sql } from 'kysely'
import { type Column } from '#app/tables'
import type { Json } from '#engine/model'
import type { FieldChange, Tx } from '#engine/server'

type Told = { readonly [column: string]: Json }

/** What the activity log keeps of a move: the changed columns, drivers and vehicles with their names at that time. */
export async function labelledChanges(tx: Tx, before: Told, after: Told): Promise<{ readonly [column: string]: FieldChange }> {
  const changed = Object.entries(after).filter(([column, to]) => before[column] !== to)
  const names = await namesOf(tx, before, after, changed.map(([column]) => column))
  return Object.fromEntries(changed.map(([column, to]): [string, FieldChange] => {
    const from = before[column] ?? null
    return [column, { from, to, ...named('from_text', names[column], from), ...named('to_text', names[column], to) }]
  }))
}

type Names = { readonly [column: string]: ReadonlyMap<Json, string> | undefined }

async function namesOf(tx: Tx, before: Told, after: Told, columns: readonly string[]): Promise<Names> {
  const ids = (column: string): number[] =>
    columns.includes(column) ? [before[column], after[column]].filter((id) => typeof id === 'number') : []
  const [drivers, vehicles] = [ids('id_driver'), ids('id_vehicle')]
  if (drivers.length + vehicles.length === 0) return {}
  const { rows } = await sql<{ readonly column: string; readonly id: Column<'users.id'>; readonly name: string }>`
    select 'id_driver' as column, id, trim(concat(name, ' ', surname)) as name from users where id = any(${drivers})
    union all select 'id_vehicle', id, plate from vehicles where id = any(${vehicles})`.execute(tx)
  const of = (asked: string) => new Map<Json, string>(rows.filter(({ column }) => column === asked).map(({ id, name }) => [id, name]))
  return { id_driver: of('id_driver'), id_vehicle: of('id_vehicle') }
}

function named(key: 'from_text' | 'to_text', names: ReadonlyMap<Json, string> | undefined, id: Json): { readonly [key: string]: string } {
  const name = names?.get(id)
  return name ? { [key]: name } : {}
}
