import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { newToken } from '../../src/server/language/actor/token'
import { MAX_ROWS_AT_START } from '../../src/server/language/migrate/large-table'
import { childServer, type ChildServer } from '../child-server'
import { freshDatabase, type OwnDatabase } from '../postgres'

const postgres = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const ROWS = MAX_ROWS_AT_START + 10_000
const GATE = 32_000
const root = mkdtempSync(join(tmpdir(), 'upgrade-kill-'))
let own: OwnDatabase | undefined
const servers = new Set<ChildServer>()
const clients: Client[] = []
afterAll(async () => {
  await Promise.all([...servers].map((server) => server.kill()))
  await Promise.all(clients.map((client) => client.end()))
  await own?.drop()
  rmSync(root, { recursive: true })
})

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  clients.push(client)
  await client.connect()
  return client
}

/** What stands in the first column of the only row. */
async function fact(client: Client, text: string): Promise<unknown> {
  const {
    rows: [row],
  } = await client.query<unknown[]>({ text, rowMode: 'array' })
  return row?.[0]
}

function putProject(): void {
  cpSync(join(import.meta.dirname, '../../i18n'), join(root, 'i18n'), { recursive: true })
  for (const folder of ['schemas', 'resources']) mkdirSync(join(root, folder), { recursive: true })
  const properties = { name: { type: 'string' }, cost: { type: 'integer' } }
  writeFileSync(join(root, 'schemas/rides.json'), JSON.stringify({ title: 'Ride', 'x-size': 'large', properties }))
  writeFileSync(join(root, 'resources/rides.json'), JSON.stringify({ list: { columns: ['name'] } }))
}

const MADE = `from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = 'own_rides_cost'`
const HOW_FAR = `select (value ->> 'rows')::int from engine_state where key = 'change rides.cost'`
const IS_WAITING = `select count(*)::int from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'select from gates%'`
const HAS_ENDED = `select (value ->> 'ended')::boolean from engine_state where key = 'change rides.cost'`
const within = { timeout: 50_000, interval: 50 }

const PROMISE =
  'servers killed in the middle of an index and of a change leave both to the next ones: nothing is lost ' +
  'or done twice, and two that start at once answer meanwhile'

test.runIf(postgres && 'url' in postgres)(PROMISE, { timeout: 180_000 }, async () => {
  putProject()
  own = await freshDatabase(postgres && 'url' in postgres ? postgres.url : '')
  const { url } = own
  const start = async (): Promise<ChildServer> => {
    const server = await childServer('database/upgrade-server.ts', { DATABASE_URL: url, PROJECT_DIR: root })
    servers.add(server)
    return server
  }
  const kill = async (server: ChildServer): Promise<void> => {
    await server.kill()
    servers.delete(server)
  }
  const [facts, writer] = [await connect(url), await connect(url)]

  // A database of before: rows, and neither the index nor the change.
  const first = await start()
  await first.stop()
  servers.delete(first)
  const session = newToken()
  await facts.query(`insert into gates (id) values (${GATE}); drop index own_rides_cost;
    delete from engine_state where key = 'change rides.cost';
    insert into rides (name, cost) select 'r' || n, 7 * n from generate_series(1, ${ROWS}) n;
    insert into users (name, type_user, id_role, language) select 'Root', '1', id, 'en' from roles where root;
    insert into sessions (hash, id_user, platform, last_activity)
      select '${session.hash}', max(id), 'web', now() from users`)
  const told = async (server: ChildServer): Promise<string> => {
    const headers = { authorization: `Bearer ${session.token}` }
    const answer = await fetch(`${server.url}/api/admin/tests/run?id=upgrade`, { headers })
    return ((await answer.json()) as { readonly item: { readonly said: string } }).item.said
  }

  // Killed, with its session in the database, while the index waits for a write.
  await writer.query('begin; update rides set name = name where id = 1')
  const second = await start()
  await expect.poll(() => fact(facts, `select count(*)::int ${MADE}`), within).toBe(1)
  expect(await told(second)).toMatch(/1 index .*rides/)
  await kill(second)
  await facts.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%' and pid <> pg_backend_pid()`)
  await writer.query('rollback')
  expect(await fact(facts, `select i.indisvalid ${MADE}`)).toBe(false)

  // Killed in the middle of a batch, which waits at its gate.
  await writer.query('begin; select from gates for update')
  const third = await start()
  await expect.poll(() => fact(facts, IS_WAITING), within).toBe(1)
  const done = Number(await fact(facts, HOW_FAR))
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(GATE)
  expect(await fact(facts, `select i.indisvalid ${MADE}`)).toBe(true)
  expect(await told(third)).toContain(`${done} of ${ROWS}`)
  await kill(third)
  await writer.query('rollback')

  const both = await Promise.all([start(), start()])
  for (const server of both) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await expect.poll(() => fact(facts, HAS_ENDED), within).toBe(true)
  expect(await fact(facts, `select count(*)::int from rides where cost = 7 * id + 1`)).toBe(ROWS)
  expect(await fact(facts, `select array[count(*), count(distinct id)]::int[] from looked`)).toEqual([ROWS, ROWS])
  // The one that was killed, and one of the two.
  expect(await fact(facts, `select count(distinct process)::int from looked`)).toBe(2)
  for (const server of both) expect(await told(server)).toBe(await told(both[0]))
})
