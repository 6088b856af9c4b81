import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Db, Tx } from '#engine/server'

/** Type of the tariffs that price deliveries (`tarifs.type`). */
const COURIER = '4'

/**
 * The product by which a store's orders are brought: one that is priced by the tariff of the store's type, else one of
 * a courier's tariff; of the partner's branch before one of all branches; the first by their rank. Null: there is none
 * that can be asked for now.
 */
export async function courierProduct(
  db: Db | Tx,
  { id_type_store, id_branch }: { readonly id_type_store: number | null; readonly id_branch: number | null },
): Promise<{ readonly id: number; readonly name: string } | null> {
  const row = await living(db, 'products as p')
    .innerJoin('tarifs as t', 't.id', 'p.id_tarif')
    .where('p.state', '=', '1')
    .where('t.state', '=', '1')
    .where('t.date_deleted', 'is', null)
    .where('p.allow_service_inmediate', '=', true)
    .where(({ eb, or }) =>
      or([eb('p.id_branch', 'is', null), ...(id_branch === null ? [] : [eb('p.id_branch', '=', id_branch)])]),
    )
    .leftJoin('type_stores as y', (join) => join.on('y.id', '=', id_type_store))
    .where(({ eb, or, ref }) => or([eb('t.type', '=', COURIER), eb('p.id_tarif', '=', ref('y.id_tarif'))]))
    .select(['p.id', 'p.name'])
    .orderBy(sql`p.id_tarif is distinct from y.id_tarif`)
    .orderBy(sql`p.id_branch is null`)
    .orderBy('p.rank')
    .orderBy('p.id')
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name ?? '' } : null
}
