import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { Client } from 'pg'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import { fromWire, type WireActor } from '../../src/model/rights/actor'
import { rowsMeta } from '../../src/model/row-keys'
import { newToken } from '../../src/server/language/actor/token'
import { startServerProcess } from '../api/server-process'
import { childServer } from '../child-server'
import { freshDatabase } from '../postgres'
import { atLeast, atMost, type Bench } from './bench'
import { type Asked, compare, latency, QUICK, rate } from './load'
import { fillTown, putPeople } from './town-rows'

/**
 * What callers say of a ride: a name, both, a telephone or its end, a plate, a driver's code, the number of the ride, a
 * street, a client and a street.
 */
const SAID = [
  'zuniga',
  'jose nunez',
  'belen quispe flores',
  '4821',
  '977123',
  'p004821',
  'm4821',
  '912345',
  'av. quispe 1204',
  'inexistente',
]
const CALLERS = ['4821', '977', 'quispe', 'jose nunez', 'zuniga belen']

/** Days ago: the first, the last. */
const PERIODS = [
  ['the last 30 days', 29, 0],
  ['a month of last year', 359, 330],
  ['eight months long ago', 600, 360],
] as const

/** A pentagon around a place. */
const around = (lng: number, lat: number, half: number): JsonObject => ({
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [lng - half, lat],
        [lng, lat - half],
        [lng + half, lat],
        [lng + half * 0.7, lat + half * 0.7],
        [lng, lat + half],
        [lng - half, lat],
      ],
    ],
  },
})
/** Where services begin and end: from all of the city to a few streets. */
const AREAS: { readonly [name: string]: JsonObject } = {
  'an area that has all origins': { org_point: around(-77.03, -12.05, 1) },
  'a quarter of the city': { org_point: around(-77.03, -12.05, 0.08) },
  'a district': { org_point: around(-77.03, -12.05, 0.02) },
  'a few streets': { org_point: around(-77, -12.15, 0.004) },
  'an area without any': { org_point: around(-78, -12.05, 0.2) },
  'one district from another': { org_point: around(-77.03, -12.05, 0.02), dst_point: around(-77, -12.1, 0.02) },
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/**
 * The application's own catalogues at real size, as root, as an operator of a branch and as a company's administrator,
 * against a hand-written server.
 */
export async function town(bench: Bench): Promise<void> {
  const { tell, put, quick } = bench
  const rounds = quick ? QUICK : { rounds: 3, seconds: 3 }
  const own = await freshDatabase(String(bench.env['DATABASE_URL']))
  const env = { DATABASE_URL: own.url, PROJECT_DIR: join(import.meta.dirname, '../..'), FLEET: '0' }
  const client = new Client({ connectionString: own.url })
  client.on('error', () => {})
  const people = { root: newToken(), branch: newToken(), company: newToken() }
  try {
    await (await childServer('bench/fleet-server.ts', env)).stop()
    await builtStart(bench, 'start_empty', env)
    await client.connect()
    await fillTown(
      client,
      quick
        ? { services: 10_000, clients: 20_000, drivers: 10_000 }
        : { services: 1_000_000, clients: 200_000, drivers: 10_000 },
    )
    await putPeople(client, { root: people.root.hash, branch: people.branch.hash, company: people.company.hash })
    const again = await childServer('bench/fleet-server.ts', env)
    await builtStart(bench, 'start_full', env)
    tell(
      'a start with the fleet and the services',
      `${(again.started_ms / 1000).toFixed(1)} s, ${again.memory_mb().toFixed(0)} MB`,
      atMost(again.started_ms / 1000, 3, ' s'),
    )
    const hand = await childServer('bench/hand-town.ts', env)
    try {
      // The daily run counts, as a console does.
      for (const [who, { token }] of quick ? [] : Object.entries(people)) {
        for (const list of ['services', 'clients', 'vehicles']) {
          if (who === 'company' && list === 'vehicles') continue
          const { ratio, ours, theirs } = await compare(
            { url: `${again.url}/api/admin/${list}?limit=15&count=none`, token },
            { url: `${hand.url}/${list}`, token },
            rounds,
          )
          tell(
            `${list} as ${who}`,
            `${ratio.toFixed(2)} (${ours.toFixed(0)} against ${theirs.toFixed(0)} a second)`,
            atLeast(ratio, 0.3, 0.45),
          )
        }
      }
      for (const list of ['services', 'clients'])
        for (const [who, { token }] of Object.entries(people)) {
          if (quick && list === 'clients' && who !== 'root') continue
          // By hand without a total: what the number of rows costs is told as well.
          const { ratio, ours, theirs } = await compare(
            { url: `${again.url}/api/admin/${list}?limit=15`, token },
            { url: `${hand.url}/${list}`, token },
            rounds,
          )
          const figure = `${ratio.toFixed(2)} (${ours.toFixed(0)} against ${theirs.toFixed(0)} a second)`
          const id = `${list}_${who}`
          if (id === 'services_root' || id === 'services_branch' || id === 'services_company' || id === 'clients_root')
            put(id, ratio)
          tell(`${list} with their number as ${who}, by hand without it`, figure, atLeast(ratio, 0.28, 0.4))
        }
      const shown = await shownKeys({ url: again.url, token: people.root.token }, 'services')
      for (const [who, { token }] of Object.entries(people)) {
        const { ratio, ours, theirs } = await compare(
          { url: `${again.url}/api/admin/services?limit=15&count=none&columns=${shown}`, token },
          { url: `${hand.url}/services_shown`, token },
          rounds,
        )
        tell(
          `services as a list shows them, as ${who}`,
          `${ratio.toFixed(2)} (${ours.toFixed(0)} against ${theirs.toFixed(0)} a second)`,
          atLeast(ratio, 0.28, 0.4),
        )
      }
      const all = { url: `${again.url}/api/admin/clients?limit=15`, token: people.root.token }
      const branch = await compare({ ...all, token: people.branch.token }, all, rounds)
      put('clients_branch', branch.ratio)
      tell(
        "clients and their number as an operator of a branch, over root's",
        branch.ratio.toFixed(2),
        atLeast(branch.ratio, 0.7, 1),
      )
      const { token } = people.root
      const far = quick ? 500 : 33_334
      const jump = await compare(
        { url: `${again.url}/api/admin/services?limit=15&count=none&page=${far}`, token },
        { url: `${hand.url}/services?page=${far}`, token },
        rounds,
      )
      const branchFar = await compare(
        {
          url: `${again.url}/api/admin/services?limit=15&count=none&page=${(far / 10) | 0}`,
          token: people.branch.token,
        },
        { url: `${hand.url}/services?page=${(far / 10) | 0}`, token: people.branch.token },
        rounds,
      )
      put('far_branch', branchFar.ratio)
      tell(
        `jump to page ${far}`,
        `${jump.ratio.toFixed(2)} (${jump.ours.toFixed(1)} against ${jump.theirs.toFixed(1)} a second)`,
        atLeast(jump.ratio, 0.56, 0.8),
      )
      await watched(bench, again.url, token)
      if (quick) return
      for (const q of ['', ...SAID]) {
        const url = `${again.url}/api/admin/services?limit=15&date_from=${daysAgo(29)}&date_to=${daysAgo(0)}&q=${encodeURIComponent(q)}`
        const ever = `${again.url}/api/admin/services?limit=15&q=${encodeURIComponent(q)}`
        const [month, all] = [
          await latency([{ url, token }], quick ? 3 : 12),
          await latency([{ url: ever, token }], quick ? 3 : 12),
        ]
        tell(
          `services found by ${q === '' ? 'nothing' : q}: 30 days, ever`,
          `p50 ${month.p50_ms.toFixed(0)}, ${all.p50_ms.toFixed(0)} ms`,
          atMost(Math.max(month.p50_ms, all.p50_ms), 50, ' ms'),
        )
      }
      for (const [name, from, to] of PERIODS) {
        for (const q of ['', 'zuniga']) {
          const url = `${again.url}/api/admin/services?limit=15&date_from=${daysAgo(from)}&date_to=${daysAgo(to)}&q=${q}`
          const found = await Promise.all(
            Object.values(people).map((one) => latency([{ url, token: one.token }], quick ? 3 : 12)),
          )
          tell(
            `services of ${name}${q && `, ${q}`}: root, a branch, a company`,
            `p50 ${found.map(({ p50_ms }) => p50_ms.toFixed(0)).join(', ')} ms`,
            atMost(Math.max(...found.map(({ p50_ms }) => p50_ms)), 50, ' ms'),
          )
        }
      }
      for (const [name, filters] of Object.entries(AREAS)) {
        const found = await Promise.all(
          Object.values(people).map((one) =>
            latency(
              [
                {
                  url: `${again.url}/api/admin/services?limit=15&filters=${encodeURIComponent(JSON.stringify(filters))}`,
                  token: one.token,
                },
              ],
              quick ? 3 : 12,
            ),
          ),
        )
        tell(
          `services of ${name}: root, a branch, a company`,
          `p50 ${found.map(({ p50_ms }) => p50_ms.toFixed(0)).join(', ')} ms`,
          atMost(Math.max(...found.map(({ p50_ms }) => p50_ms)), 50, ' ms'),
        )
      }
      const asked = CALLERS.map((q) => ({
        url: `${again.url}/api/admin/dispatcher/clients?q=${encodeURIComponent(q)}`,
        token,
      }))
      const { p99_ms } = await latency(asked, quick ? 5 : 40)
      tell('who is calling, alone', `p99 ${p99_ms.toFixed(0)} ms`, atMost(p99_ms, 28, ' ms'))
      await printing({ tell, url: again.url, token })
      for (const one of asked)
        tell(
          `who is calling, ten at once: ${new URL(one.url).searchParams.get('q')}`,
          `${(await rate(one, rounds.seconds)).toFixed(0)} a second`,
        )
    } finally {
      await hand.stop()
      await again.stop()
    }
  } finally {
    await client.end()
    await own.drop()
  }
}

/**
 * A start of the server as it is shipped, where it is built (`npm run build`): from the command to the first answer.
 */
async function builtStart(
  { put, tell }: Bench,
  id: 'start_empty' | 'start_full',
  env: { readonly [name: string]: string },
): Promise<void> {
  if (!existsSync(join(import.meta.dirname, '../../dist/server/main.js'))) return
  process.env['TEST_BUILT'] = '1'
  const began = performance.now()
  const server = await startServerProcess({ ...env, NODE_ENV: 'production', DEMO: '0' })
  const started_s = (performance.now() - began) / 1000
  await server.end('SIGTERM')
  put(id, started_s)
  tell(`a start of what was built: ${id === 'start_empty' ? 'empty' : 'all of it'}`, `${started_s.toFixed(1)} s`)
}

/** What the table of aims says of calls without a rival by hand. */
async function watched({ put, quick }: Bench, url: string, token: string): Promise<void> {
  const rows = await fetch(
    `${url}/api/admin/services?limit=15&columns=${await shownKeys({ url, token }, 'services')}`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  put('service_bytes', (await rows.arrayBuffer()).byteLength / 15)
  const caller = { url: `${url}/api/admin/dispatcher/clients?q=4821`, token }
  put('caller_alone', (await latency([caller], quick ? 30 : 200)).p99_ms)
  put('callers', await rate(caller, quick ? 2 : 5))
  const live = { url: `${url}/api/admin/live/vehicles?form=columns`, token, encoding: 'br' }
  put('live', await rate(live, quick ? 2 : 5))
  put('live_bytes', (await packedBytes(live)) / 1000)
}

/** The keys that a console asks a list for: what its rows show. */
async function shownKeys({ url, token }: Asked, name: string): Promise<string> {
  const read = async (path: string) =>
    (
      await fetch(`${url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } })
    ).json() as Promise<never>
  const {
    user: { actor },
    model: hash,
  }: { readonly user: { readonly actor: WireActor }; readonly model: string } =
    await read('verify?app_version_code=125')
  const { model }: { readonly model: Model } = await read(`model/${hash}`)
  const resource = model.resources[name]
  return (resource && rowsMeta(model, fromWire(actor, model.application.scopes), resource, {})?.columns) ?? ''
}

/** What a browser receives; `fetch` would unpack it. */
function packedBytes({ url, token }: Asked): Promise<number> {
  return new Promise((done, fail) => {
    get(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' } }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('end', () => done(bytes))
    }).on('error', fail)
  })
}

const PAPERS = 500

/**
 * A batch of receipts written in a thread while somebody turns pages of a list: what they wait, beside what they wait
 * when nobody prints.
 */
async function printing({
  tell,
  url,
  token,
}: Pick<Bench, 'tell'> & { readonly url: string; readonly token: string }): Promise<void> {
  const list = [{ url: `${url}/api/admin/services?limit=15&count=none`, token }]
  const alone = await latency(list, 300)
  const authorization = { authorization: `Bearer ${token}` }
  const { items } = (await (
    await fetch(
      `${url}/api/admin/services?limit=${PAPERS}&count=none&filters=${encodeURIComponent('{"state":"finalized"}')}`,
      { headers: authorization },
    )
  ).json()) as { items: { id: number }[] }
  const began = performance.now()
  const done = { ms: 0 }
  const printed = fetch(`${url}/api/admin/services/print`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ print: 'receipt', export: 'pdf', ids: items.map(({ id }) => id) }),
  }).then(async (reply) => {
    const bytes = await reply.arrayBuffer()
    done.ms = performance.now() - began
    if (!reply.ok) throw new Error(`print: ${reply.status} ${new TextDecoder().decode(bytes)}`)
    return bytes.byteLength
  })
  const beside: number[] = []
  while (done.ms === 0) beside.push((await latency(list, 1)).p99_ms)
  const bytes = await printed
  const p99_ms = beside.sort((a, b) => a - b)[Math.floor(beside.length * 0.99)] ?? 0
  tell(
    `a list while ${items.length} receipts are written`,
    `p99 ${p99_ms.toFixed(0)} ms of ${beside.length}, alone ${alone.p99_ms.toFixed(0)} ms; the file of ${(bytes / 1e6).toFixed(1)} MB after ${(done.ms / 1000).toFixed(1)} s`,
    atMost(p99_ms, 100, ' ms'),
  )
}
