import type { Client } from 'pg'

/** Names with accents, so that a search has something to forgive. */
export const FIRST = [
  'José',
  'María',
  'Ángel',
  'Lucía',
  'Martín',
  'Sofía',
  'Raúl',
  'Inés',
  'Andrés',
  'Belén',
  'Óscar',
  'Noemí',
  'Iván',
  'Rocío',
  'Félix',
  'Zoe',
]
export const LAST = [
  'Pérez',
  'Núñez',
  'Gutiérrez',
  'Ibáñez',
  'Quispe',
  'Muñoz',
  'Ramírez',
  'Yáñez',
  'Córdova',
  'Peña',
  'Vásquez',
  'Huamán',
  'Zúñiga',
  'León',
]

/** Texts as an array of SQL. */
export const sqlList = (texts: readonly string[]): string => `array[${texts.map((text) => `'${text}'`).join(', ')}]`

/**
 * Fills the benchmark's tables: `rows` rides of 200 companies, of which company 1 has half, so that a tenant's list is
 * a long one. The rows are the same at every run.
 */
export async function fillRows(client: Client, rows: number): Promise<void> {
  await client.query("insert into companies (name) select 'Company ' || i from generate_series(1, 200) i")
  await client.query("insert into branches (name) select 'Branch ' || i from generate_series(1, 20) i")
  await client.query("insert into people (name) select 'Driver ' || i from generate_series(1, 2000) i")
  await client.query("insert into cars (name) select 'ABC-' || i from generate_series(1, 2000) i")
  await client.query(`
    insert into rides (name, notes, id_company, id_branch, id_driver, id_vehicle, amount, tip, distance, date_ride,
      date_created, date_updated)
    select (${sqlList(FIRST)})[1 + h % ${FIRST.length}] || ' ' || (${sqlList(LAST)})[1 + h / 16 % ${LAST.length}] || ' '
      || (${sqlList(LAST)})[1 + h / 256 % ${LAST.length}] || ' ' || i,
      case when i % 3 = 0 then 'Ride number ' || i end,
      case when i % 2 = 0 then 1 else 1 + h % 200 end, 1 + h % 20, 1 + h % 2000, 1 + h / 7 % 2000,
      (h % 10000) / 100.0, case when i % 4 = 0 then 1 end, h % 40000,
      timestamptz '2026-01-01' + i * interval '20 s', timestamptz '2026-01-01' + i * interval '20 s',
      timestamptz '2026-01-01' + i * interval '20 s'
    from (select i, abs(hashint4(i)) as h from generate_series(1, ${rows}) i) as made`)
  await client.query('vacuum analyze')
}

/** A root user and one of company 1, each with a session; `hash` is what is stored of their tokens. */
export async function putSessions(
  client: Client,
  hashes: { readonly root: string; readonly tenant: string },
): Promise<void> {
  const one = async (text: string, values: readonly unknown[]): Promise<number> =>
    Number((await client.query<{ id: number }>(`${text} returning id`, [...values])).rows[0]?.id)
  const { rows } = await client.query<{ id: number }>('select id from roles where root limit 1')
  const tenantRole = await one("insert into roles (name, type_user, all_modules) values ('Company', '3', '2')", [])
  const root = await one("insert into users (name, type_user, id_role, language) values ('Root', '1', $1, 'es')", [
    rows[0]?.id,
  ])
  const tenant = await one(
    "insert into users (name, type_user, id_role, id_company, language) values ('Tenant', '3', $1, 1, 'es')",
    [tenantRole],
  )
  for (const [user, hash] of [
    [root, hashes.root],
    [tenant, hashes.tenant],
  ]) {
    await client.query("insert into sessions (hash, id_user, platform, last_activity) values ($1, $2, 'web', now())", [
      hash,
      user,
    ])
  }
}
