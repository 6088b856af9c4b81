import type { Client } from 'pg'
import { atMost, type Bench } from './bench'
import { part } from './positions'

const ZONES = 24
/** A search is asked once for a ride, before anybody waits for an answer. */
const MAX_MS = 250

/**
 * Who would be asked first, by nearness and by the queues of zones, over the same drivers: each question ranks them as
 * a search does. And what the board is told of all queues.
 */
export async function fleetZones({ tell, quick }: Bench, client: Client, url: string, token: string): Promise<void> {
  await client.query(`
    insert into tarifs (type, name, price_base, price_km) values ('1', 'Normal', 5, 1);
    insert into products (name, id_tarif, capacity_1) select 'Taxi', id, 4 from tarifs;
    insert into vehicle_positions (id_vehicle, point, availability, date_fix)
      select id, point(-77.15 + (abs(hashint4(id)) % 30000) / 100000.0,
        -12.2 + (abs(hashint4(id * 3)) % 30000) / 100000.0), 'online', now() + interval '1 hour' from vehicles
      on conflict do nothing`)
  const {
    rows: [product],
  } = await client.query<{ id: number }>('select max(id)::int as id from products')
  const ask = async (
    path: string,
  ): Promise<{
    readonly ms: number
    readonly body: { readonly duration?: number; readonly items?: readonly { readonly drivers: readonly unknown[] }[] }
  }> => {
    const began = performance.now()
    const reply = await fetch(`${url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
    const body = (await reply.json()) as { duration?: number }
    if (!reply.ok) throw new Error(JSON.stringify(body))
    return { ms: performance.now() - began, body }
  }
  const searched = async (): Promise<readonly number[]> => {
    const times: number[] = []
    for (let n = 0; n < (quick ? 10 : 60); n++) {
      times.push(
        (
          await ask(
            `dispatcher/pickup?id_product=${product?.id}&lat=${-12.15 + (n % 10) * 0.02}&lng=${-77.1 + (n % 7) * 0.03}`,
          )
        ).ms,
      )
    }
    return times.toSorted((a, b) => a - b)
  }
  const nearest = await searched()
  await client.query(`insert into rank_zones (name, path, state) select 'Zona ' || n,
    polygon(box(point(-77.15 + (n % 6) * 0.05, -12.2 + (n / 6) * 0.075),
      point(-77.1 + (n % 6) * 0.05, -12.125 + (n / 6) * 0.075))), '1' from generate_series(0, ${ZONES} - 1) n`)
  await client.query("update products set search_by = 'zones'")
  let waiting = 0
  for (let tries = 0; tries < 60 && waiting === 0; tries++) {
    await new Promise((done) => setTimeout(done, 1_000))
    waiting = Number((await client.query<{ n: number }>('select count(*)::int as n from rank_places')).rows[0]?.n)
  }
  const zones = await searched()
  const told = await ask('ranks')
  const say = (times: readonly number[]): string =>
    `p50 ${part(times, 0.5).toFixed(0)} ms, p99 ${part(times, 0.99).toFixed(0)} ms`
  tell('who would be asked first, the nearest', say(nearest), atMost(part(nearest, 0.5), MAX_MS, ' ms'))
  tell(
    `who would be asked first, by the queues of ${ZONES} zones in which ${waiting} drivers wait`,
    say(zones),
    atMost(part(zones, 0.5), MAX_MS, ' ms'),
  )
  tell('all queues for the board', `${told.ms.toFixed(0)} ms`)
}
