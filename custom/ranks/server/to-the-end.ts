import { sql } from 'kysely'
import { raisedIn, type Tx } from '#engine/server'

/**
 * Whoever was asked because of their place, and refused or did not answer, goes behind everybody who waits in their
 * zone. The offer remembers whether the setting asked for it when it was made. One conditional write; nothing, if they
 * have no place any more.
 */
export async function toTheEnd(tx: Tx, id_offer: number, now: Date): Promise<void> {
  await sql`
    update rank_places p set ${raisedIn('p', now)},
      place = greatest(extract(epoch from ${now.toISOString()}::timestamptz), (select max(q.place) + 1
        from rank_places q where q.id_zone = p.id_zone and q.id <> p.id))
    from service_offers o
    where o.id = ${id_offer} and o.why ->> 'to_end' = 'true' and p.id_driver = o.id_driver
      and p.id_zone = (o.why ->> 'id_zone')::int and p.date_deleted is null`.execute(tx)
}
