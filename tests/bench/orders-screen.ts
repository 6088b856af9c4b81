import { join } from 'node:path'
import type { Client } from 'pg'
import { type Measured, polled } from './thread-time'

const ORDERS = 200

/** The board of active orders in a rush: 200 of them, each with its articles, in three columns. */
export async function ordersOf(measured: Measured, address: string, client: Client): Promise<void> {
  const { page } = measured
  await fillOrders(client)
  await page.goto(`${address}/active_orders`)
  await page.locator('[data-board-column] li').nth(100).waitFor({ timeout: 60_000 })
  // What is below is drawn as well.
  const more = page.getByRole('button', { name: 'Ver más' })
  for (let left = await more.count(); left > 0; left--) {
    await more.first().click()
    await page.waitForFunction((n) => document.querySelectorAll('[data-board-column] footer button').length < n, left)
  }
  const shown = await page.locator('[data-board-column] li').count()
  const board = `a board of ${ORDERS} orders (${shown} cards drawn)`
  await polled(measured, `${board}, nothing changed`, 'delivery/active_orders/board', async () => {})
  await polled(measured, `${board}, one accepted`, 'delivery/active_orders/board', async () => {
    await client.query(`update orders set store_state = '2', date_state = now(), minutes = 20,
      date_ready = now() + interval '20 min', version = version + 1, date_updated = now()
      where id = (select id from orders where store_state = '1' order by id limit 1)`)
  })
  await polled(measured, `${board}, ten went on`, 'delivery/active_orders/board', async () => {
    await client.query(`update orders set store_state = case store_state when '1' then '2' when '2' then '3' else
      '1' end, date_state = now(), version = version + 1, date_updated = now()
      where id in (select id from orders order by random() limit 10)`)
  })
  if (measured.profile !== null) await page.screenshot({ path: join(measured.profile, 'orders.png') })
}

/** A partner with a store that sells three things, and orders of clients of the town. */
async function fillOrders(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`with partner as (insert into companies (name, document, type, state)
    values ('Aliado', '20123456789', '2', '1') returning id),
    kind as (insert into type_stores (name, coverage_radius, state) values ('Restaurantes', 6000, '1') returning id),
    store as (insert into stores (name, id_partner, id_type_store, address, state) select 'La Olla', partner.id,
      kind.id, 'Calle 1', '1' from partner, kind returning id, id_partner, id_type_store),
    section as (insert into category_articles (name, id_store) select 'Fondos', store.id from store
      returning id, id_store),
    article as (insert into articles (name, price, id_store, id_category_article, state) select 'Plato ' || n, 10,
      section.id_store, section.id, '1' from section, generate_series(1, 3) n returning id),
    made as (insert into orders (id_client, id_store, id_partner, id_type_store, store_state, dst_address, notes,
      num_articles, price_articles, price_delivery, price_total, date_created, date_state, minutes, date_ready)
      select (select min(id) from users where type_user = '3') + n, store.id, store.id_partner, store.id_type_store,
        (1 + n % 3)::text, 'Calle ' || n, case when n % 3 = 0 then 'Con cubiertos' end, 3, 30, 5, 35,
        now() - n * interval '10 s', now() - n * interval '5 s', 20, now() + (20 - n % 25) * interval '1 min'
        from store, generate_series(1, ${ORDERS}) n returning id)
    insert into order_articles (id_order, id_article, quantity, price, price_total) select made.id, article.id, 1, 10,
      10 from made, article`)
  await client.query('set session_replication_role = origin')
}
