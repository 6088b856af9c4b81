import { join } from 'node:path'
import { Client } from 'pg'
import { newToken } from '../../src/server/language/actor/token'
import { childServer } from '../child-server'
import { freshDatabase } from '../postgres'
import { atMost, type Bench } from './bench'
import { download } from './exports'
import { latency } from './load'
import { fillTown, putPeople } from './town-rows'

/**
 * A common surname, a rare one, both names, a plate, a driver's code, the end of a telephone, the number of a ride,
 * nobody.
 */
const SOUGHT = ['quispe', 'zuniga', 'belen quispe', 'p004821', 'm4821', '977123', '912345', 'inexistente']

/** Lines of a log about services, of which one in three changes a field. */
const fillLog = (client: Client, lines: number) =>
  client.query(`
  insert into logs (id_user, type_log, target, id_target, title, changes, platform, date_created)
  select (select max(id) from users), case when i % 3 = 0 then 'edit' else 'create' end, 'services', i,
    'Servicio ' || i,
    case when i % 3 = 0 then '{"price_total":{"from":10,"to":12.5}}'::jsonb end, 'web', now() - i * interval '1 s'
  from generate_series(1, ${lines}) i`)

/** How long it takes until all catalogues have been asked, answer after answer. */
async function wholeSearch(url: string, token: string, q: string): Promise<number> {
  const began = performance.now()
  let after: number | null = 0
  while (after !== null) {
    const reply: Response = await fetch(`${url}/api/admin/find?q=${encodeURIComponent(q)}&after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    after = ((await reply.json()) as { next: number | null }).next
  }
  return performance.now() - began
}

/**
 * The search of the whole console at real size, as root, as an operator of a branch and as a company's administrator; a
 * log of a million lines as a file.
 */
export async function find({ tell, quick, env }: Bench): Promise<void> {
  const own = await freshDatabase(String(env['DATABASE_URL']))
  const server = { DATABASE_URL: own.url, PROJECT_DIR: join(import.meta.dirname, '../..'), FLEET: '0' }
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  const people = { root: newToken(), branch: newToken(), company: newToken() }
  try {
    await (await childServer('bench/fleet-server.ts', server)).stop()
    await client.connect()
    const began = performance.now()
    await fillTown(
      client,
      quick
        ? { services: 20_000, clients: 5_000, drivers: 500 }
        : { services: 1_000_000, clients: 200_000, drivers: 10_000 },
    )
    await putPeople(client, { root: people.root.hash, branch: people.branch.hash, company: people.company.hash })
    await fillLog(client, quick ? 20_000 : 1_000_000)
    await client.query('vacuum analyze')
    tell('the database was filled', `${((performance.now() - began) / 1000).toFixed(0)} s`)
    const ours = await childServer('bench/fleet-server.ts', server)
    try {
      for (const q of SOUGHT) {
        const found = []
        for (const { token } of Object.values(people))
          found.push(
            await latency([{ url: `${ours.url}/api/admin/find?q=${encodeURIComponent(q)}`, token }], quick ? 3 : 12),
          )
        const whole_ms = []
        for (const { token } of Object.values(people)) whole_ms.push(await wholeSearch(ours.url, token, q))
        tell(
          `found everywhere by ${q}: root, a branch, a company`,
          `the first answer p50 ${found.map(({ p50_ms }) => p50_ms.toFixed(0)).join(', ')} ms, slowest ${Math.max(...found.map(({ p99_ms }) => p99_ms)).toFixed(0)}; all of them ${whole_ms.map((ms) => ms.toFixed(0)).join(', ')}`,
          atMost(Math.max(...whole_ms), 300, ' ms'),
        )
      }
      for (const format of ['csv', 'xlsx']) {
        const { seconds, lines, bytes, growth_mb } = await download(
          ours,
          `${ours.url}/api/admin/logs/export?format=${format}`,
          people.root.token,
        )
        tell(
          `the log as ${format} (${format === 'csv' ? `${lines} lines, ` : ''}${(bytes / 1e6).toFixed(0)} MB)`,
          `${seconds.toFixed(1)} s, memory grew by ${growth_mb.toFixed(0)} MB`,
          atMost(growth_mb, 150, ' MB'),
        )
      }
    } finally {
      await ours.stop()
    }
  } finally {
    await client.end()
    await own.drop()
  }
}
