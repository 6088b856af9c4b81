import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '../postgres'
import '../postgres-setup'
import { runCommand, startServerProcess, type ServerProcess } from './server-process'

const postgres = inject('postgres')
const ROOT = { username: 'root@proxy.test', password: 'clave-de-prueba-1' }

function reasonNot(): string | null {
  if ('skipped' in postgres) return postgres.skipped
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return null
  } catch {
    return 'there is no nginx in PATH'
  }
}
const skipped = reasonNot()
if (skipped) console.log(`skipped: three servers behind nginx: ${skipped}`)

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * A plain door, and one that says TLS ended there; both write who called and on which protocol, as nginx's own
 * documentation has it.
 */
const settings = (folder: string, servers: readonly ServerProcess[], plain: number, tls: number) => {
  const door = (port: number, protocol: string) => `server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://servers;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto ${protocol};
    }
  }`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  return `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/pid; error_log stderr;
events { worker_connections 256; }
http { access_log off; ${temporary}
  upstream servers { ${servers.map(({ address }) => `server ${new URL(address).host};`).join(' ')} }
  ${door(plain, '$scheme')}
  ${door(tls, 'https')}
}`
}

describe.skipIf(skipped !== null)('three servers behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const servers: ServerProcess[] = []
  let nginx: ChildProcess | undefined
  let drop: (() => Promise<void>) | undefined
  let client: Client | undefined
  let [plain, tls] = [0, 0]

  beforeAll(async () => {
    if ('skipped' in postgres) return
    const own = await freshDatabase(postgres.url)
    drop = own.drop
    const env = {
      DATABASE_URL: own.url,
      DEMO: '0',
      TRUST_PROXY: '1',
      SECRET_KEYS: 'clave-que-comparten-los-tres-servidores',
    }
    await runCommand(['create-admin', `--email=${ROOT.username}`, `--password=${ROOT.password}`, '--name=Root'], env)
    servers.push(...(await Promise.all([1, 2, 3].map(() => startServerProcess(env)))))
    ;[plain, tls] = [await freePort(), await freePort()]
    writeFileSync(join(folder, 'nginx.conf'), settings(folder, servers, plain, tls))
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
    client = new Client({ connectionString: own.url })
    await client.connect()
    await vi.waitFor(
      async () => {
        expect((await fetch(`http://127.0.0.1:${plain}/readyz`)).status).toBe(200)
      },
      { timeout: 20_000 },
    )
  })
  afterAll(async () => {
    await client?.end()
    if (nginx) {
      const ended = new Promise((done) => nginx?.on('close', done))
      nginx?.kill('SIGTERM')
      await ended
    }
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await drop?.()
    rmSync(folder, { recursive: true, force: true })
  })

  const login = (port: number, forged: string, password: string) =>
    fetch(`http://127.0.0.1:${port}/api/admin/login/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': forged,
        'x-forwarded-proto': 'https',
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
      },
      body: JSON.stringify({ username: ROOT.username, password, app_version_code: 125 }),
    })

  test('write down who called nginx, whatever addresses the caller sent, and TLS only where nginx has it', async () => {
    const doors = [
      [plain, false],
      [tls, true],
    ] as const
    for (const [port, isTls] of doors) {
      for (let i = 0; i < 6; i++) {
        const reply = await login(port, `203.0.113.${i}, 10.0.0.${i}`, ROOT.password)
        expect([reply.status, reply.headers.get('strict-transport-security') !== null]).toEqual([200, isTls])
      }
    }
    const found = await client?.query<{ address: string }>('select distinct address from login_attempts')
    expect(found?.rows).toEqual([{ address: '127.0.0.1' }])
  })

  test('refuse an address that failed too often, whichever of them it reaches and whatever it writes', async () => {
    await client?.query(
      `insert into login_attempts (username, address, result, date_created) select 'n' || n, '127.0.0.1', 'failed',
        now() from generate_series(1, 50) as n`,
    )
    const replies = await Promise.all(
      Array.from({ length: 9 }, (_, i) => login(plain, `198.51.100.${i}`, 'otra-clave')),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 429))
  })
})
