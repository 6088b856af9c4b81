import { sql } from 'kysely'
import type { Tx } from '#engine/server'

interface OptionsError {
  readonly key: string
  readonly params: { readonly [name: string]: string | number }
}

interface Group {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  /** How many of its options the line has. */
  readonly chosen: number
  /** An option that the line has and the kitchen has not. */
  readonly sold_out: string | null
}

/**
 * What is wrong with the options of a line that stands in the transaction: too few or too many of a group, or one that
 * is sold out; null: nothing.
 */
export async function optionsError(tx: Tx, id_line: number, now: Date): Promise<OptionsError | null> {
  const { rows } = await sql<Group>`
    select o.name, coalesce(o.minimum, 0) as minimum, coalesce(o.maximum, 1) as maximum,
      coalesce(sum(c.quantity), 0)::integer as chosen,
      min(v.name) filter (where c.id is not null and v.date_sold_out > ${now.toISOString()}::timestamptz) as sold_out
    from order_articles l
      join article_options o on o.id_article = l.id_article and o.date_deleted is null
      left join article_option_values v on v.id_article_option = o.id
      left join order_article_options c on c.id_order_article = l.id and c.id_article_option_value = v.id
        and c.date_deleted is null
    where l.id = ${id_line} and l.date_deleted is null
    group by o.id, o.name, o.minimum, o.maximum, o.rank order by o.rank, o.id`.execute(tx)
  for (const { name, minimum, maximum, chosen, sold_out } of rows) {
    if (sold_out !== null) return { key: 'delivery.option_sold_out', params: { name: sold_out } }
    if (chosen < minimum) return { key: 'delivery.option_few', params: { name, smart_count: minimum } }
    if (chosen > maximum) return { key: 'delivery.option_many', params: { name, smart_count: maximum } }
  }
  return null
}
