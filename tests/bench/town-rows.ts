import type { Client } from 'pg'
import { FIRST, LAST, sqlList } from './rows'

/** How large a made town is. */
export interface TownSize {
  readonly services: number
  readonly clients: number
  /** Drivers; each has a vehicle, an open shift, a position and past rides. */
  readonly drivers: number
  /** Seconds from one service to the next; default a minute. */
  readonly every_s?: number
}

const [COMPANIES, BRANCHES, PRODUCTS, TYPES] = [200, 10, 12, 4]
const FIRST_ID = 100

/**
 * Fills the application's own tables: people, vehicles with shifts and positions, and services of two years, of which
 * 200 are under way. Every third client belongs to a company, every fifth of those to company 1; the others belong to
 * branches. The rows are the same in every run.
 */
export async function fillTown(client: Client, { services, clients, drivers, every_s = 60 }: TownSize): Promise<void> {
  // The first ids are left to those who ask.
  const lastDriver = FIRST_ID + drivers
  const hash = (seed: string): string => `abs(hashint4(${seed}))`
  const pick = (texts: readonly string[], seed: string): string => `(${sqlList(texts)})[1 + ${seed} % ${texts.length}]`
  // Places of a city of 45 by 50 km, closer together towards its middle.
  const place = (seed: string): string =>
    `point(-77.03 + ((${hash(seed)} % 2000) + (${hash(`${seed} + 3`)} % 2000) - 2000) / 10000.0, -12.05 + ((${hash(`${seed} + 5`)} % 2200) + (${hash(`${seed} + 7`)} % 2200) - 2200) / 10000.0)`
  // Nothing listens to what was made before the server starts.
  await client.query('set session_replication_role = replica')
  const restore = await dropIndexes(client, ['users', 'services'])
  await client.query(`
    insert into branches (name, timezone) select 'Sucursal ' || n, 'America/Lima'
    from generate_series(1, ${BRANCHES}) n;
    insert into companies (name, document) select 'Empresa ' || n, lpad(n::text, 11, '0')
    from generate_series(1, ${COMPANIES}) n;
    insert into tarifs (name) select 'Tarifa ' || n from generate_series(1, ${PRODUCTS}) n;
    insert into products (name, id_tarif, hide_price) select 'Producto ' || n, n, n % 6 = 0
    from generate_series(1, ${PRODUCTS}) n;
    insert into payment_methods (name) values ('Efectivo'), ('Tarjeta'), ('Crédito');
    insert into type_vehicles (name, icon) select 'Tipo ' || n, 'car' from generate_series(1, ${TYPES}) n;
    insert into brand_vehicles (name) select 'Marca ' || n from generate_series(1, 20) n;
    insert into colors (name, code) select 'Color ' || n, '#11223' || n from generate_series(1, 9) n`)
  await client.query(`
    insert into users (id, name, surname, type_user, phone, document, email, id_company, id_branch, license_number,
      rating_average, rating_count)
    select n, ${pick(FIRST, 'h')}, ${pick(LAST, '(h / 16)')} || ' ' || ${pick(LAST, '(h / 256)')},
      case when n <= ${lastDriver} then '2' else '3' end,
      '9' || lpad((${hash('n * 7')}::bigint % 100000000)::text, 8, '0'),
      lpad((${hash('n * 13')}::bigint % 100000000)::text, 8, '0'),
      case when n % 2 = 0 then 'persona' || n || '@correo.test' end,
      case when n > ${lastDriver} and n % 3 = 0 then case when n % 5 = 0 then 1 else 1 + h % ${COMPANIES} end end,
      case when n <= ${lastDriver} then 1 + h % ${BRANCHES} when n % 3 <> 0 then 1 + h / 7 % ${BRANCHES} end,
      case when n <= ${lastDriver} then 'Q' || n end, case when n <= ${lastDriver} then 1 + h % 5 end, h % 300
    from (select ${FIRST_ID} + i as n, ${hash('i')} as h from generate_series(1, ${clients + drivers}) i) made`)
  await client.query(`
    insert into vehicles (id, plate, code, id_user, id_type_vehicle, id_brand_vehicle, model, year, id_color,
      capacity_1, id_branch)
    select n, 'P' || lpad(n::text, 6, '0'), 'M' || n, ${FIRST_ID} + n, 1 + n % ${TYPES}, 1 + n % 20,
      'Modelo ' || n % 40, 2010 + n % 16, 1 + n % 9, 4, u.id_branch
    from generate_series(1, ${drivers}) n join users u on u.id = ${FIRST_ID} + n`)
  await client.query(`
    insert into driver_shifts (id_driver, id_vehicle, state, place, date_start) select id_user, id, 'online', id,
      now() - interval '3 hours' from vehicles;
    insert into vehicle_positions (id_vehicle, point, course, speed, battery_level, mode, availability, date_fix)
    select id, point(-77.15 + (${hash('id')} % 30000) / 100000.0, -12.2 + (${hash('id * 3')} % 30000) / 100000.0),
      id % 360, id % 60, 20 + id % 80, null, 'online', now() from vehicles`)
  await client.query(`
    insert into services (id, state, outcome, id_branch, id_client, id_company, id_user_created, id_operator,
      by_operator, id_product, id_tarif, id_payment, id_vehicle, id_driver,
      org_address, org_name, org_point, dst_address, dst_name, dst_point, distance, duration, price_base, price_toll,
      price_total, price_driver,
      date_requested, date_accepted, date_started, date_finalized, date_created, date_updated)
    select n, case when n > ${services} - 200 then 'started' when n % 9 = 0 then 'canceled' else 'finalized' end,
      case when n > ${services} - 200 then 'on_air' when n % 9 = 0 then 'canceled' else 'finalized' end,
      1 + ${hash('dr')} % ${BRANCHES}, cl, u.id_company, cl, null, false, 1 + h % ${PRODUCTS}, 1 + h % ${PRODUCTS},
      1 + h % 3, dr, ${FIRST_ID} + dr,
      'Av. ' || ${pick(LAST, '(h / 3)')} || ' ' || h % 3000, null, ${place('n')},
      'Jr. ' || ${pick(LAST, '(h / 7)')} || ' ' || h % 2000, null, ${place('n * 17')},
      h % 20000, h % 3000, (h % 9000) / 100.0, case when h % 10 = 0 then 7.5 else 0 end, (h % 9000) / 100.0,
      (h % 7000) / 100.0,
      at, at, at, case when n > ${services} - 200 then null else at end, at, at
    from (select i as n, ${hash('i')} as h, ${lastDriver} + 1 + ${hash('i * 5')} % ${clients} as cl,
      case when i > ${services} - 200 then 1 + ${services} - i else 1 + ${hash('i * 11')} % ${drivers} end as dr,
      now() - (${services} - i) * interval '${every_s} s' as at from generate_series(1, ${services}) i) made
    join users u on u.id = made.cl`)
  await restore()
  await client.query('set session_replication_role = origin')
  for (const table of ['users', 'vehicles', 'services'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  await client.query('vacuum analyze')
}

/**
 * Drops what is not needed while many rows are written: an index of all rows at once is made sooner than row by row.
 * @returns makes them again
 */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and tablename = any($1) and indexname not like '%_pkey'`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  return async () => {
    for (const { text } of rows) await client.query(text)
  }
}

/** Sessions of who asks: root, an operator of branch 1, an administrator of company 1. */
export async function putPeople(
  client: Client,
  hashes: { readonly root: string; readonly branch: string; readonly company: string },
): Promise<void> {
  const id = async (text: string, values: readonly unknown[]): Promise<number> =>
    Number((await client.query<{ id: number }>(text, [...values])).rows[0]?.id)
  const root = await id('select id from roles where root limit 1', [])
  const operator = await id(
    "insert into roles (name, type_user, all_modules) values ('Operación', '1', '2') returning id",
    [],
  )
  const corporate = await id(
    "insert into roles (name, type_user, all_modules, corporate) values ('Empresa', '3', '2', true) returning id",
    [],
  )
  for (const [hash, type_user, role, company, branch] of [
    [hashes.root, '1', root, null, null],
    [hashes.branch, '1', operator, null, 1],
    [hashes.company, '3', corporate, 1, null],
  ] as const) {
    const user = await id(
      "insert into users (name, type_user, id_role, id_company, id_branch, language) values ('Quien mide', $1, $2, $3, $4, 'es') returning id",
      [type_user, role, company, branch],
    )
    if (branch !== null)
      await client.query('insert into user_branches (id_user, id_branch) values ($1, $2)', [user, branch])
    await client.query("insert into sessions (hash, id_user, platform, last_activity) values ($1, $2, 'web', now())", [
      hash,
      user,
    ])
  }
}
