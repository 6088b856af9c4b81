import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { isUnderWay, type ImportStatus } from '../../src/model/import-answer'
import { newToken } from '../../src/server/language/actor/token'
import { multipart } from '../multipart'
import { freshDatabase } from '../postgres'
import { rssOf } from '../rss'
import '../postgres-setup'
import { BOMBS } from './hostile-books'
import { xlsx } from './import-fixture'
import { startServerProcess, type ServerProcess } from './server-process'

const postgres = inject('postgres')
const FILES = 20
/** Files that one person may have under way. */
const FILES_EACH = 3
const ROWS = 2000
// From source a loader stands in the server and in each of its processes.
const MAX_MB = process.env['TEST_BUILT'] === '1' ? 600 : 850

/** A process and all that it has started, in MB. */
function memoryOf(pid: number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return children.reduce((sum, child) => sum + memoryOf(Number(child)), rssOf(pid) / 1e6)
  } catch {
    return 0
  }
}

describe.skipIf('skipped' in postgres)('twenty hostile spreadsheets at once', () => {
  let server: ServerProcess | undefined
  let drop: (() => Promise<void>) | undefined
  afterAll(async () => {
    await server?.end('SIGKILL')
    await drop?.()
  })

  test('are ended one by one within the memory of all, and a good one beside them is read', async () => {
    if ('skipped' in postgres) return
    const own = await freshDatabase(postgres.url)
    drop = own.drop
    server = await startServerProcess({
      DATABASE_URL: own.url,
      DEMO: '0',
      SECRET_KEYS: 'clave-de-un-servidor-de-prueba-solo',
    })
    const { address, pid } = server
    const people = await sessions(own.url, Math.ceil(FILES / FILES_EACH) + 1)
    const [good = ''] = people
    const ask = async (token: string, path: string, options: RequestInit = {}) => {
      const reply = await fetch(`${address}/api/admin/brand_vehicles/${path}`, {
        ...options,
        headers: { authorization: `Bearer ${token}`, ...options.headers },
      })
      const answer = (await reply.json()) as ImportStatus
      if (reply.status !== 200) throw new Error(`${reply.status} ${path}: ${JSON.stringify(answer)}`)
      return answer
    }
    const upload = async (token: string, file: Uint8Array): Promise<ImportStatus> => {
      const { payload, headers } = multipart(file, 'marcas.xlsx')
      let run = await ask(token, 'importVerify', { method: 'POST', body: new Uint8Array(payload), headers })
      for (; isUnderWay(run.state); run = await ask(token, `importStatus?id=${run.id}`)) await sleep(100)
      return run
    }
    const rows = Array.from({ length: ROWS }, (_, i) => [`marca ${i}`, `good-${i}`])
    const file = await xlsx([['Nombre', 'Código'], ...rows])
    const bombs = Object.values(BOMBS).map((make) => make())
    let max = 0
    const watch = setInterval(() => {
      max = Math.max(max, memoryOf(pid))
    }, 25)
    const hostile = Array.from({ length: FILES }, (_, i) =>
      upload(people[1 + Math.floor(i / FILES_EACH)] ?? '', bombs[i % bombs.length] ?? Buffer.alloc(0)),
    )
    const began = performance.now()
    const read = await upload(good, file)
    const seconds = (performance.now() - began) / 1000
    const ends = await Promise.all(hostile)
    clearInterval(watch)
    expect(read).toMatchObject({ state: 'verified', counts: { total: ROWS, ok: ROWS } })
    if (process.env['TEST_FIGURES'] === '1')
      console.log(
        `good after ${seconds.toFixed(1)} s, all after ${((performance.now() - began) / 1000).toFixed(1)} s, at most ${max.toFixed(0)} MB`,
        ends.map(({ state, msg, counts }) => `${state} ${counts.total} ${msg}`),
      )
    // What they hold is either refused as a file, or so little that it is read.
    expect(ends.filter(({ state, counts }) => state !== 'failed' && counts.total > 1000).map(({ msg }) => msg)).toEqual(
      [],
    )
    expect(max).toBeLessThan(MAX_MB)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })
})

/** Tokens of so many people who may do all. */
async function sessions(url: string, count: number): Promise<readonly string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const tokens = Array.from({ length: count }, () => newToken())
    for (const [i, { hash }] of tokens.entries()) {
      await client.query(
        `with person as (insert into users (name, type_user, id_role, language) select $1, '1', id, 'es' from roles
          where root limit 1 returning id)
        insert into sessions (hash, id_user, platform, last_activity) select $2, id, 'web', now() from person`,
        [`Person ${i}`, hash],
      )
    }
    return tokens.map(({ token }) => token)
  } finally {
    await client.end()
  }
}
