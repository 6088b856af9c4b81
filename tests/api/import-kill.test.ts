import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import { demoFolder } from '../demo-folder'
import { freshDatabase } from '../postgres'
import '../postgres-setup'
import { multipart } from '../multipart'
import { csv } from './import-fixture'
import { runCommand, startServerProcess, type ServerProcess } from './server-process'

// Several transactions, so that one can be met between the first and the last.
const ROWS = 5000
const ROOT = { username: 'root@demo.test', password: 'toolrides' }
const HEADER = ['Nombre', 'Código']
const postgres = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined

/** A client of one server process, as its root. */
async function clientOf({ address }: ServerProcess) {
  const ask = async (path: string, options: RequestInit) => {
    const reply = await fetch(`${address}/api/admin/${path}`, options)
    const answer = (await reply.json()) as ImportView & { token?: string }
    if (reply.status !== 200) throw new Error(`${reply.status} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const json = { 'content-type': 'application/json' }
  const account = JSON.stringify({ ...ROOT, app_version_code: 125 })
  const { token } = await ask('login/login', { method: 'POST', body: account, headers: json })
  const own = { authorization: `Bearer ${String(token)}` }
  return {
    upload: (file: string) => {
      const { payload, headers } = multipart(file, 'marcas.csv')
      return ask('brand_vehicles/importVerify', {
        method: 'POST',
        body: new Uint8Array(payload),
        headers: { ...headers, ...own },
      })
    },
    post: (path: string, body: object) =>
      ask(`brand_vehicles/${path}`, { method: 'POST', body: JSON.stringify(body), headers: { ...json, ...own } }),
    view: (id: number) => ask(`brand_vehicles/importRows?id=${id}`, { headers: own }),
    made: async (prefix: string) => {
      const all: string[] = []
      for (let page = 1; ; page++) {
        const { items } = await ask(`brand_vehicles?limit=1000&page=${page}&order_col=id&q=${prefix}`, { headers: own })
        all.push(...(items as unknown as readonly { code: string }[]).map(({ code }) => code))
        if (items.length < 1000) return all
      }
    },
  }
}

// A client that only waits does not take the server's time from what it waits for.
async function until(
  client: Awaited<ReturnType<typeof clientOf>>,
  id: number,
  holds: (view: ImportView) => boolean,
  every_ms = 150,
): Promise<ImportView> {
  for (;;) {
    const view = await client.view(id)
    if (holds(view)) return view
    await sleep(every_ms)
  }
}

/** Looks closely: the moment between the first row saved and the last is to be met. */
const halfWay = (client: Awaited<ReturnType<typeof clientOf>>, id: number) =>
  until(client, id, ({ counts }) => counts.saved > 0, 15)

const file = (prefix: string) =>
  csv([HEADER, ...Array.from({ length: ROWS }, (_, i) => [`${prefix} marca ${i}`, `${prefix}-${i}`])])
const codes = (prefix: string) => Array.from({ length: ROWS }, (_, i) => `${prefix}-${i}`).sort()

describe('a server that is killed in the middle of saving an import', () => {
  const folder = demoFolder()
  let server: ServerProcess | undefined
  afterAll(async () => {
    await server?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('goes on by itself at the next start, to exactly the rows of the file', async () => {
    const DATA_DIR = folder
    server = await startServerProcess({ DATA_DIR })
    const before = await clientOf(server)
    const staged = await until(before, (await before.upload(file('kill'))).id, ({ state }) => !isUnderWay(state))
    expect(staged.counts).toMatchObject({ total: ROWS, ok: ROWS, wrong: 0 })
    void before.post('importSave', { id: staged.id }).catch(() => 'the server died')
    const half = await halfWay(before, staged.id)
    expect(await server.end('SIGKILL')).toBe('SIGKILL')
    expect(half.counts.saved).toBeLessThan(ROWS)

    server = await startServerProcess({ DATA_DIR })
    const after = await clientOf(server)
    const done = await until(after, staged.id, ({ state }) => !isUnderWay(state))
    expect(done).toMatchObject({ state: 'saved', counts: { saved: ROWS, created: ROWS, wrong: 0 } })
    expect((await after.made('kill')).sort()).toEqual(codes('kill'))
  }, 180_000)
})

describe.skipIf(!postgres || 'skipped' in postgres)('two servers on one PostgreSQL', () => {
  const servers: ServerProcess[] = []
  let drop: (() => Promise<void>) | undefined
  afterAll(async () => {
    await Promise.all(servers.map((server) => server?.end('SIGKILL')))
    await drop?.()
  })

  test('save two imports at once, each row once, also when the one that works is killed', async () => {
    if (!postgres || 'skipped' in postgres) return
    const own = await freshDatabase(postgres.url)
    drop = own.drop
    const env = { DATABASE_URL: own.url, DEMO: '0' }
    await runCommand(['create-admin', `--email=${ROOT.username}`, `--password=${ROOT.password}`, '--name=Root'], env)
    servers.push(...(await Promise.all([startServerProcess(env), startServerProcess(env)])))
    const [one, two] = [await clientOf(servers[0] as ServerProcess), await clientOf(servers[1] as ServerProcess)]
    const [left, right] = await Promise.all([one.upload(file('left')), two.upload(file('right'))])
    const seen = await Promise.all([left, right].map(({ id }) => until(two, id, ({ state }) => !isUnderWay(state))))
    expect(seen.map(({ counts }) => counts.ok)).toEqual([ROWS, ROWS])
    for (const id of [left.id, right.id]) void two.post('importSave', { id }).catch(() => 'answered too late')
    await halfWay(two, right.id)
    // The first to start has been given the work.
    await servers.shift()?.end('SIGKILL')
    const done = await Promise.all([left.id, right.id].map((id) => until(two, id, ({ state }) => !isUnderWay(state))))
    expect(done.map(({ state, counts }) => [state, counts.saved, counts.created])).toEqual([
      ['saved', ROWS, ROWS],
      ['saved', ROWS, ROWS],
    ])
    expect((await two.made('left')).sort()).toEqual(codes('left'))
    expect((await two.made('right')).sort()).toEqual(codes('right'))
  }, 180_000)
})

if (!postgres || 'skipped' in postgres)
  console.log(
    `skipped: two servers on one PostgreSQL: ${postgres?.skipped ?? 'this file was run without the setup of the others'}`,
  )
