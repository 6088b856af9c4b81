import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand, startServerProcess, type ServerProcess } from './server-process'

const SLOW_MS = 300_000

describe('the start command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  const running: ServerProcess[] = []
  afterAll(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')))
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async (env: { [name: string]: string }) => {
    const server = await startServerProcess(env)
    running.push(server)
    return server
  }
  const login = async (server: ServerProcess, username: string, password: string) => {
    const reply = await fetch(`${server.address}/api/admin/login/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    return { status: reply.status, body: (await reply.json()) as { token?: string } }
  }
  const setLanguage = (server: ServerProcess, token: string, language: string) =>
    fetch(`${server.address}/api/admin/me/setLanguage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ language }),
    })

  test(
    'makes a demo, refuses a second process on its folder, ends well and keeps its data',
    async () => {
      const DATA_DIR = join(folder, 'demo')
      const first = await start({ DATA_DIR })
      expect(first.said()).toContain('root@demo.test')
      const { status, body } = await login(first, 'root@demo.test', 'toolrides')
      expect(status).toBe(200)
      expect((await setLanguage(first, String(body.token), 'en')).status).toBe(200)
      expect(await (await fetch(`${first.address}/healthz`)).json()).toEqual({ ok: true })

      const second = await runCommand(['start'], { DATA_DIR, PORT: '0' })
      expect(second.code).toBe(1)
      expect(second.said).toContain(DATA_DIR)
      expect(second.said).not.toMatch(/\n\s+at /)
      expect((await login(first, 'root@demo.test', 'toolrides')).status).toBe(200)

      expect(await first.end('SIGTERM')).toBe(0)
      expect(first.said()).toContain('SIGTERM')
      const again = await start({ DATA_DIR, DEMO: '0' })
      expect(again.said()).toContain('root@demo.test')
      const verify = await fetch(`${again.address}/api/admin/verify`, {
        headers: { authorization: `Bearer ${String(body.token)}` },
      })
      expect(await verify.json()).toMatchObject({ ok: true, user: { data: { language: 'en' } } })
      expect(await again.end('SIGINT')).toBe(0)
    },
    SLOW_MS,
  )

  test(
    "starts another application on its folder, says why its first administrator is refused and lets in one who isn't",
    async () => {
      const env = { DATA_DIR: join(folder, 'library'), PROJECT_DIR: 'tests/applications/library' }
      const refused = await runCommand(['start'], {
        ...env,
        PORT: '0',
        ADMIN_EMAIL: 'ana@library.test',
        ADMIN_PASSWORD: 'aaaaaaaa',
      })
      expect(refused.code).toBe(1)
      expect(refused.said).toMatch(/The administrator was not created\.\npassword: /)
      expect(refused.said).not.toMatch(/\n\s+at /)
      const library = await start({
        ...env,
        ADMIN_EMAIL: 'ana@library.test',
        ADMIN_PASSWORD: 'estantes-y-fichas',
      })
      const { body } = await login(library, 'ana@library.test', 'estantes-y-fichas')
      const books = await fetch(`${library.address}/api/admin/books`, {
        headers: { authorization: `Bearer ${String(body.token)}` },
      })
      expect(await books.json()).toMatchObject({ ok: true, items: [] })
      expect(await library.end('SIGTERM')).toBe(0)
    },
    SLOW_MS,
  )

  test(
    'starts empty with DEMO=0, has no demo account then or later, and lets its first administrator in',
    async () => {
      const DATA_DIR = join(folder, 'empty')
      const first = await start({ DATA_DIR, DEMO: '0' })
      expect(first.said()).toContain('npm run create-admin')
      expect(first.said()).not.toContain('demo.test')
      expect((await login(first, 'root@demo.test', 'toolrides')).status).toBe(401)
      expect(await first.end('SIGTERM')).toBe(0)

      const wrong = await runCommand(['create-admin', '--email=ana', '--password=corta', '--name=Ana'], { DATA_DIR })
      expect(wrong.code).toBe(1)
      expect(wrong.said).toMatch(/email: /)
      expect(wrong.said).toMatch(/password: /)
      expect((await runCommand(['create-admin'], { DATA_DIR })).said).toContain('--email')
      const made = await runCommand(
        ['create-admin', '--email=ana@example.com', '--password=una-clave-larga', '--name=Ana'],
        { DATA_DIR },
      )
      expect([made.code, made.said.trim()]).toEqual([0, 'The administrator ana@example.com was created.'])
      expect((await runCommand(['reset-second-factor', '--email=ANA@example.com'], { DATA_DIR })).said).toContain(
        'Ana logs in by the password alone now.',
      )
      const twice = await runCommand(
        ['create-admin', '--email=ana@example.com', '--password=una-clave-larga', '--name=Ana'],
        { DATA_DIR },
      )
      expect(twice.code).toBe(1)

      // The demo is wanted now, but this database was not created as one.
      const again = await start({ DATA_DIR, FLEET: '3', FLEET_CALLERS: '3' })
      expect(again.said()).not.toContain('demo.test')
      expect((await login(again, 'root@demo.test', 'toolrides')).status).toBe(401)
      expect((await login(again, 'ana@example.com', 'una-clave-larga')).status).toBe(200)
      // Nor does anybody drive or ring in it, asked for or not.
      expect(again.said()).not.toContain('simulated')
      const { code, said } = await runCommand(
        ['fleet', `--url=${again.address}`, '--drivers=2', '--callers=2', '--for=20'],
        {},
      )
      expect(code).toBe(1)
      expect(said).toContain('llamadas@demo.test: ')
      await again.end('SIGTERM')
    },
    SLOW_MS,
  )

  test(
    'says in a sentence that its port is taken',
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => other.once('listening', resolve))
      const address = other.address()
      const PORT = String(typeof address === 'object' && address ? address.port : 0)
      const { code, said } = await runCommand(['start'], { DATA_DIR: join(folder, 'port'), DEMO: '0', PORT })
      other.close()
      expect(code).toBe(1)
      expect(said).toContain(`Port ${PORT} is in use`)
      expect(said).not.toMatch(/\n\s+at /)
    },
    SLOW_MS,
  )

  test.each([
    [['start', '--scale=-1'], {}, '--scale must be'],
    [['start'], { PORT: 'eighty' }, 'PORT must be'],
    [['fly'], {}, 'There is no command "fly"'],
  ])(
    'refuses %j %j in a sentence',
    async (args, env, sentence) => {
      const { code, said } = await runCommand(args, { DATA_DIR: join(folder, 'none'), ...env })
      expect(code).toBe(1)
      expect(said).toContain(sentence)
      expect(said).not.toMatch(/\n\s+at /)
    },
    SLOW_MS,
  )
})
