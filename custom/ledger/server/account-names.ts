import { sql } from 'kysely'
import { type Db, stateObjects, type Teller } from '#engine/server'

interface Row {
  readonly id: number
  readonly kind: string
  readonly holder: string | null
}

/** Accounts as people call them, by their ids: their kind and whose they are (`Por pagar a conductor · Ana Ruiz`). */
export async function accountNames(
  teller: Teller,
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } =
    await sql<Row>`select a.id, a.kind, coalesce(c.name, nullif(concat_ws(' ', u.name, u.surname), '')) as holder
    from ledger_accounts a left join users u on u.id = a.id_user left join companies c on c.id = a.id_company
    where a.id = any(${[...ids]}::int[])`.execute(db)
  const kinds = stateObjects(teller, 'ledger_accounts', 'kind')
  return new Map(
    rows.map(({ id, kind, holder }) => [id, [kinds.get(kind)?.name ?? kind, holder].filter(Boolean).join(' · ')]),
  )
}
