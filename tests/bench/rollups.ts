import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Client } from 'pg'
import { newToken } from '../../src/server/language/actor/token'
import { openDatabase } from '../../src/server/platform/database/open'
import { lockRollups, storedRollups } from '../../src/server/records/rollups/stored-rollup'
import { recountBuckets } from '../../src/server/records/rollups/recount'
import { childServer } from '../child-server'
import { freshDatabase } from '../postgres'
import { atMost, type Bench } from './bench'
import { fillTown, putPeople } from './town-rows'

const ROOT = join(import.meta.dirname, '../..')
const YEAR_S = 365 * 86_400
/** The numbers of a dashboard over 30 days. */
const IDS = 'rides,income,finished,per_day,states,branches,products,hours,drivers'
const CHANGES_A_SECOND = 200

/** The same numbers by somebody who knows this table and nothing else. */
const HAND = (from: string): readonly string[] => {
  const where = `from services where date_deleted is null and date_created >= '${from}'`
  const finished = "filter (where state = 'finalized')"
  return [
    `select count(*), sum(price_total) ${finished}, round(100.0 * count(*) ${finished} / count(*), 1) ${where}`,
    `select (date_created at time zone 'America/Lima')::date, state, count(*) ${where} group by 1, 2`,
    `select state, count(*) ${where} group by 1`,
    `select id_branch, count(*) ${where} group by 1`,
    `select id_product, count(*) ${where} group by 1`,
    `select extract(isodow from date_created at time zone 'America/Lima'),
      extract(hour from date_created at time zone 'America/Lima'), count(*) ${where} group by 1, 2`,
    `select id_driver, sum(price_total), count(*) ${where} and state = 'finalized' group by 1 order by 2 desc limit 10`,
  ]
}

/**
 * A year of services with rollups: a dashboard beside the bare statements over rows, its drill-downs, what a change
 * costs and how soon it is counted.
 */
export async function rollups(bench: Bench): Promise<void> {
  const { tell, quick, services } = bench
  const own = await freshDatabase(String(bench.env['DATABASE_URL']))
  const env = { DATABASE_URL: own.url, PROJECT_DIR: ROOT, FLEET: '0' }
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  const people = { root: newToken(), branch: newToken(), company: newToken() }
  try {
    await (await childServer('bench/fleet-server.ts', env)).stop()
    await client.connect()
    const filled = performance.now()
    await fillTown(client, {
      services,
      clients: quick ? 5_000 : 50_000,
      drivers: quick ? 300 : 2_000,
      every_s: YEAR_S / services,
    })
    await client.query("insert into settings (key, value) values ('timezone', '\"America/Lima\"')")
    await putPeople(client, { root: people.root.hash, branch: people.branch.hash, company: people.company.hash })
    tell(`${services} services of a year`, `${((performance.now() - filled) / 1000).toFixed(0)} s to fill`)
    countAll(env, tell)
    const server = await childServer('bench/fleet-server.ts', env)
    try {
      const from = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10)
      for (const [who, { token }] of Object.entries(people))
        await dashboard(bench, `${server.url}/api/admin/services`, token, who, from)
      const hand = await times(quick ? 2 : 5, async () => {
        for (const text of HAND(`${from} 05:00Z`)) await client.query(text)
      })
      tell('the dashboard by hand, over the rows', `p50 ${hand.p50.toFixed(0)} ms, p95 ${hand.p95.toFixed(0)} ms`)
      await drillDowns(bench, `${server.url}/api/admin/services`, people.root.token, from)
      await changes(bench, client, () => dashboardOnce(`${server.url}/api/admin/services`, people.root.token, from))
    } finally {
      await server.stop()
    }
    await buckets(bench, own.url)
    await writeCost(bench, client)
    const checked = command(env, '--check')
    tell('every rollup compared with its rows', checked.status === 0 ? 'no difference' : checked.stdout, {
      met: checked.status === 0,
      text: 'no difference',
    })
  } finally {
    await client.end()
    await own.drop()
  }
}

const command = (env: { readonly [name: string]: string }, ...args: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', join(ROOT, 'custom/main.server.ts'), 'rollups', ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })

function countAll(env: { readonly [name: string]: string }, tell: Bench['tell']): void {
  const began = performance.now()
  const { status, stdout, stderr } = command(env)
  if (status !== 0) throw new Error(stdout + stderr)
  const took_s = (performance.now() - began) / 1000
  tell(
    'all rollups counted from the rows by the command',
    `${took_s.toFixed(0)} s\n${stdout.trim()}`,
    atMost(took_s, 600, ' s'),
  )
}

async function dashboardOnce(api: string, token: string, from: string, ids = IDS): Promise<void> {
  const reply = await fetch(`${api}/stats?ids=${ids}&date_from=${from}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${reply.status} ${text}`)
}

async function dashboard({ tell, quick }: Bench, api: string, token: string, who: string, from: string): Promise<void> {
  const began = performance.now()
  await dashboardOnce(api, token, from)
  const first = performance.now() - began
  const { p50, p95 } = await times(quick ? 5 : 30, () => dashboardOnce(api, token, from))
  tell(
    `a dashboard of nine numbers over 30 days as ${who}, first time`,
    `${first.toFixed(0)} ms`,
    atMost(first, 2_000, ' ms'),
  )
  tell('  and warm', `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`, atMost(p95, 300, ' ms'))
  for (const id of quick ? [] : IDS.split(',')) {
    const one = await times(7, () => dashboardOnce(api, token, from, id))
    tell(`    ${id} alone`, `p50 ${one.p50.toFixed(0)} ms`)
  }
}

async function drillDowns({ tell, quick }: Bench, api: string, token: string, from: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const { items } = (await (await fetch(`${api}/stats?ids=${IDS}&date_from=${from}`, { headers })).json()) as {
    items: readonly { id: string; parts?: readonly { filters: { [name: string]: unknown } | null }[] }[]
  }
  for (const { id, parts = [] } of items) {
    const filters = parts[Math.floor(parts.length / 2)]?.filters
    if (!filters) continue
    const { date_from, date_to, ...others } = filters
    const query = new URLSearchParams({
      limit: '15',
      filters: JSON.stringify(others),
      ...(date_from !== undefined && { date_from: String(date_from) }),
      ...(date_to !== undefined && { date_to: String(date_to) }),
    })
    const { p50, p95 } = await times(quick ? 3 : 10, async () => {
      const reply = await fetch(`${api}?${query.toString()}`, { headers })
      const text = await reply.text()
      if (!reply.ok) throw new Error(text)
    })
    tell(
      `the rows of a part of ${id}, first page`,
      `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      atMost(p95, 200, ' ms'),
    )
  }
}

/** Changes of the services of the last hours, one statement each, and how long the marks last after the last one. */
async function changes({ tell, quick }: Bench, client: Client, ask: () => Promise<void>): Promise<void> {
  const seconds = quick ? 2 : 10
  const { rows } = await client.query<{ id: number }>('select id from services order by date_created desc limit 1000')
  const asked: number[] = []
  const began = performance.now()
  for (let second = 0; second < seconds; second++) {
    for (let i = 0; i < CHANGES_A_SECOND; i++)
      await client.query("update services set price_total = price_total + 0.5, state = 'finalized' where id = $1", [
        rows[(second * CHANGES_A_SECOND + i * 7) % rows.length]?.id,
      ])
    const before = performance.now()
    await ask()
    asked.push(performance.now() - before)
    await new Promise((done) => setTimeout(done, Math.max(0, began + (second + 1) * 1000 - performance.now())))
  }
  const rate = (seconds * CHANGES_A_SECOND) / ((performance.now() - began) / 1000)
  const last = performance.now()
  for (;;) {
    const {
      rows: [left],
    } = await client.query<{ n: string }>('select count(*) as n from engine_rollup_marks')
    if (Number(left?.n) === 0) break
    await new Promise((done) => setTimeout(done, 50))
  }
  const took_s = (performance.now() - last) / 1000
  tell(
    `${rate.toFixed(0)} changes a second for ${seconds} s: counted after the last`,
    `${took_s.toFixed(1)} s`,
    atMost(took_s, 5, ' s'),
  )
  tell(
    '  the dashboard meanwhile',
    `p50 ${middle(asked, 0.5).toFixed(0)} ms, slowest ${middle(asked, 1).toFixed(0)} ms`,
  )
}

async function buckets({ tell }: Bench, url: string): Promise<void> {
  const database = await openDatabase(url)
  try {
    for (const { made } of await storedRollups(database.db)) {
      if (!made) continue
      const { rows } = await database.db
        .selectFrom(made.table)
        .select(made.at)
        .distinct()
        .orderBy(made.at, 'desc')
        .limit(9)
        .execute()
        .then((found) => ({ rows: found.slice(2) }))
      const found: number[] = []
      for (const row of rows) {
        await database.transaction(async (tx) => {
          await lockRollups(tx)
          const began = performance.now()
          await recountBuckets(tx, made, [String(row[made.at])])
          found.push(performance.now() - began)
        })
      }
      tell(
        `a bucket counted again: ${made.each} by ${made.by.join(', ')}`,
        `p50 ${middle(found, 0.5).toFixed(0)} ms`,
        atMost(middle(found, 0.5), 50, ' ms'),
      )
    }
  } finally {
    await database.close()
  }
}

/** One row a statement, with the marks and without, in turns. */
async function writeCost({ tell, quick }: Bench, client: Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from services order by date_created desc limit 1000')
  const took: { [which: string]: number[] } = { enable: [], disable: [] }
  for (let round = 0; round < (quick ? 2 : 10); round++) {
    for (const which of ['enable', 'disable']) {
      for (const event of ['insert', 'update', 'delete', 'truncate'])
        await client.query(`alter table services ${which} trigger tr_rollup_${event}`)
      const began = performance.now()
      for (let i = 0; i < 200; i++)
        await client.query(
          "update services set state = case when state = 'finalized' then 'canceled' else 'finalized' end where id = $1",
          [rows[i]?.id],
        )
      took[which]?.push((performance.now() - began) / 200)
    }
  }
  for (const event of ['insert', 'update', 'delete', 'truncate'])
    await client.query(`alter table services enable trigger tr_rollup_${event}`)
  // What was written without marks is counted by hand.
  await client.query(
    "insert into engine_rollup_marks select distinct 'services', 'date_created', date_trunc('minute', date_created) from services where id = any($1)",
    [rows.map(({ id }) => id)],
  )
  const [marked, bare] = [middle(took['enable'] ?? [], 0.5), middle(took['disable'] ?? [], 0.5)]
  tell(
    'a change of one service by a bare statement, with marks and without',
    `${marked.toFixed(2)} ms, ${bare.toFixed(2)} ms: ${((marked - bare) * 1000).toFixed(0)} µs more`,
  )
}

async function times(n: number, work: () => Promise<void>): Promise<{ readonly p50: number; readonly p95: number }> {
  const found: number[] = []
  for (let i = 0; i < n; i++) {
    const began = performance.now()
    await work()
    found.push(performance.now() - began)
  }
  return { p50: middle(found, 0.5), p95: middle(found, 0.95) }
}

const middle = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
