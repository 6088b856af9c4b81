import { living, tables } from '#app/tables'
import type { Tx } from '#engine/server'

/**
 * A name for a grouping that was given none: its product, its day and a number, `Van compartida 23/11 · 2`.
 * @param day `YYYY-MM-DD`
 */
export async function freeGroupingName(
  tx: Tx,
  { id_product, day }: { readonly id_product: number | null; readonly day: string },
): Promise<string> {
  const product =
    id_product === null
      ? undefined
      : await tables(tx).selectFrom('products').where('id', '=', id_product).select('name').executeTakeFirst()
  const [, month = '', date = ''] = day.split('-')
  const begins = `${product?.name ?? 'Ruta'} ${date}/${month} · `
  const rows = await living(tx, 'groupings')
    .where('name', 'like', `${begins.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
    .select('name')
    .execute()
  const highest = rows.reduce((most, { name }) => Math.max(most, Number((name ?? '').slice(begins.length)) || 0), 0)
  return `${begins}${highest + 1}`
}
