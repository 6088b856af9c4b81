import { join } from 'node:path'
import { Client } from 'pg'
import { newToken } from '../../src/server/language/actor/token'
import { startServerProcess } from '../api/server-process'
import { freshDatabase } from '../postgres'
import { atMost, type Bench } from './bench'
import { fillTown, putPeople } from './town-rows'

const DRIVERS = 2_000
const DAYS = 35
const MAX_MS = 300

/**
 * What tomorrow's forecast takes over a year of services and five weeks of shifts, as root and as an operator of one
 * branch.
 */
export async function forecast(bench: Bench): Promise<void> {
  const own = await freshDatabase(String(bench.env['DATABASE_URL']))
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  const [root, branch] = [newToken(), newToken()]
  const services = bench.services
  process.env['TEST_BUILT'] = '1'
  const env = { DATABASE_URL: own.url, DEMO: '0', FLEET: '0', PROJECT_DIR: join(import.meta.dirname, '../..') }
  try {
    await (await startServerProcess(env)).end('SIGTERM')
    await client.connect()
    await fillTown(client, { services, clients: 20_000, drivers: DRIVERS, every_s: (365 * 86_400) / services })
    await putPeople(client, { root: root.hash, branch: branch.hash, company: newToken().hash })
    await fillDays(client)
    const server = await startServerProcess(env)
    try {
      for (const [who, token] of [
        ['root', root.token],
        ['an operator of a branch', branch.token],
      ] as const) {
        const times: number[] = []
        for (let n = 0; n < (bench.quick ? 5 : 11); n++) {
          const began = performance.now()
          const reply = await fetch(`${server.address}/api/admin/forecast`, {
            headers: { authorization: `Bearer ${token}` },
          })
          const body = (await reply.json()) as { hours?: readonly { readonly expected?: number }[] }
          if (!reply.ok || !body.hours?.length) throw new Error(JSON.stringify(body).slice(0, 300))
          times.push(performance.now() - began)
        }
        const [first = 0] = times
        const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
        bench.tell(
          `tomorrow's forecast over ${services.toLocaleString('en')} services: ${who}`,
          `${middle.toFixed(0)} ms (the first ${first.toFixed(0)})`,
          atMost(middle, MAX_MS, ' ms'),
        )
      }
    } finally {
      await server.end('SIGTERM')
    }
  } finally {
    await client.end()
    await own.drop()
  }
}

/** A shift of nine hours a day of each driver, and tomorrow's bookings. */
async function fillDays(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`insert into driver_shifts (id_driver, id_vehicle, state, place, date_start, date_end)
    select v.id_user, v.id, 'closed', v.id, at, at + interval '9 hours' from vehicles v cross join lateral (
      select date_trunc('day', now()) - day * interval '1 day' + (v.id % 24) * interval '1 hour' as at from
        generate_series(1, ${DAYS}) day) d`)
  await client.query(`update services set scheduled = true, state = 'scheduled', outcome = 'on_air',
    date_scheduled = now() + interval '1 day' + (id % 720) * interval '1 min', date_finalized = null
    where id % 50 = 0 and id > (select max(id) from services) - 30000`)
  await client.query('set session_replication_role = origin')
  await client.query('analyze services, driver_shifts')
}
