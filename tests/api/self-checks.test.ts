import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkOutcome } from '../../src/server/http/check-calls'
import { diskOutcome } from '../../src/server/work/checks/own-checks'
import type { SelfCheck } from '../../src/server/work/checks/self-check'
import type { JsonObject } from '../../src/model/json'
import { type ServerFeature, wakeJob } from '#engine/server'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import { mailServer } from './mail-server'

oneEngine((_engine, open) => {
  let at: WholeApp
  let now_ms: number | null = null
  const broken: SelfCheck = { key: 'broken', run: () => Promise.reject(new Error('no luck')) }
  const feature: ServerFeature = { name: 'broken', needs: {}, checks: [broken] }
  const run = async (id: string) =>
    (await at.server.call('root', 'GET', 'tests/run', { id })).body['item'] as JsonObject
  const set = async (values: JsonObject): Promise<void> => {
    for (const [key, value] of Object.entries(values)) {
      const there = await at.server.database.db
        .updateTable('settings')
        .set({ value: JSON.stringify(value) })
        .where('key', '=', key)
        .executeTakeFirst()
      if (Number(there.numUpdatedRows) === 0)
        await at.put('settings', { key, value: JSON.stringify(value), hidden: false })
    }
    at.server.app.runtime.changed('settings')
  }

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date(now_ms ?? Date.now()), { more: [feature] })
  })

  test('root alone asks, for each check by itself', async () => {
    const { body } = await at.server.call('root', 'GET', 'tests')
    expect((body['items'] as JsonObject[]).map(({ id }) => id)).toEqual([
      'database',
      'clock',
      'storage',
      'jobs',
      'rollups',
      'disk',
      'upgrade',
      'mail',
      'certificate',
      'maps',
      'push',
      'broken',
    ])
    expect((body['items'] as JsonObject[])[0]).toEqual({ id: 'database', name: 'Base de datos' })
    for (const role of ['operator', 'companyA'] as const) {
      expect([
        (await at.server.call(role, 'GET', 'tests')).status,
        (await at.server.call(role, 'GET', 'tests/run', { id: 'clock' })).status,
      ]).toEqual([403, 403])
    }
    expect((await at.server.call('root', 'GET', 'tests/run', { id: 'never' })).status).toBe(404)
  })

  test('what is well says so', async () => {
    expect(await run('database')).toMatchObject({ state: expect.stringMatching(/ok|warning/), name: 'Base de datos' })
    expect(await run('clock')).toMatchObject({ state: 'ok', advice: null })
    expect(await run('disk')).toMatchObject({ said: expect.stringMatching(/GB/) })
    expect(await run('certificate')).toMatchObject({ state: 'off', advice: null })
    expect(await run('maps')).toMatchObject({ state: 'off' })
    // Here jobs run when they are woken.
    expect(await run('rollups')).toMatchObject({ state: 'warning', said: expect.stringContaining('construyendo') })
    await wakeJob(at.server.database.db, 'engine.rollups')
    await expect.poll(async () => (await run('rollups'))['state'], { timeout: 20_000 }).toBe('ok')
  })

  describe('what is not', () => {
    test("a clock that is apart from the database's", async () => {
      now_ms = Date.now() + 90_000
      const item = await run('clock')
      now_ms = null
      expect(item).toMatchObject({
        state: 'failed',
        said: expect.stringMatching(/(89|90|91) segundos/),
        advice: expect.stringContaining('NTP'),
      })
    })

    test('a mail server that is not set, does not answer, refuses the account; and one that takes it', async () => {
      expect(await run('mail')).toMatchObject({ state: 'warning', advice: expect.any(String) })
      await set({ mail_host: '127.0.0.1:1', mail_sender: 'a@test.pe', mail_auth: '0' })
      expect(await run('mail')).toMatchObject({ state: 'failed', said: expect.stringContaining('ECONNREFUSED') })
      const server = await mailServer({ user: 'una', pass: 'clave' })
      await set({ mail_host: `127.0.0.1:${server.port}`, mail_auth: '1', mail_username: 'una', mail_password: 'otra' })
      expect(await run('mail')).toMatchObject({ state: 'failed' })
      await set({ mail_password: 'clave' })
      expect(await run('mail')).toMatchObject({ state: 'ok', advice: null })
      await server.close()
      await set({ mail_host: '' })
    })

    test('jobs that nobody does', async () => {
      // Here jobs run when they are woken, and most never are.
      expect(await run('jobs')).toMatchObject({
        state: 'failed',
        said: expect.stringContaining('engine.mail'),
        advice: expect.any(String),
      })
    })

    test('a certificate of an address where nobody answers', async () => {
      const closed = createServer()
      const port = await new Promise<number>((resolve) =>
        closed.listen(0, '127.0.0.1', () => resolve((closed.address() as { port: number }).port)),
      )
      await new Promise((resolve) => closed.close(resolve))
      await set({ url_console: `https://127.0.0.1:${port}` })
      expect(await run('certificate')).toMatchObject({ state: 'failed', said: expect.stringContaining('ECONNREFUSED') })
      await set({ url_console: '' })
    })

    test('map keys that are switched off, or have all failed lately', async () => {
      const key = await at.put('map_keys', { provider: 'osrm', url: 'https://maps.test', state: '0' })
      expect(await run('maps')).toMatchObject({ state: 'warning' })
      await at.server.call('root', 'POST', 'map_keys/enable', { id: key })
      await expect.poll(async () => (await run('maps'))['state'], { timeout: 10_000 }).toBe('ok')
      await at.put('map_key_errors', {
        id_map_key: key,
        type: 'route',
        platform: 'api',
        type_user: '1',
        code: 'down',
        date_created: new Date(),
      })
      expect(await run('maps')).toMatchObject({ state: 'failed', advice: expect.any(String) })
    })

    test('a key of Firebase that is none, phones without one, and pushes that failed', async () => {
      const firebase = async (key_firebase: string) => {
        const general = (await at.server.call('root', 'POST', 'settings/generalForm', {})).body['item'] as JsonObject
        const { status, text } = await at.server.call('root', 'POST', 'settings/generalSave', {
          ...general,
          key_firebase,
        })
        expect(status, text).toBe(200)
      }
      await firebase('')
      await set({ email: '' })
      expect(await run('push')).toMatchObject({ state: 'warning', advice: expect.stringContaining('correo') })
      await set({ email: 'central@test.pe' })
      expect(await run('push')).toMatchObject({ state: 'ok', said: expect.stringContaining('navegadores') })
      const device = await at.put('push_devices', {
        id_user: at.server.ids.users.operator,
        kind: 'fcm',
        hash: 'h',
        token: 't',
        name: 'Teléfono',
        state: 'on',
      })
      expect(await run('push')).toMatchObject({
        state: 'failed',
        said: expect.stringContaining('No se puede enviar a 1 teléfono'),
      })
      await firebase('no es un archivo')
      expect(await run('push')).toMatchObject({ state: 'failed', said: expect.stringContaining('cuenta de servicio') })
      await firebase(JSON.stringify({ project_id: 'demo', client_email: 'push@demo.iam', private_key: 'cortada' }))
      expect(await run('push')).toMatchObject({ state: 'failed', said: expect.stringContaining('clave privada') })
      const { privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      })
      await firebase(JSON.stringify({ project_id: 'demo', client_email: 'push@demo.iam', private_key: privateKey }))
      expect(await run('push')).toMatchObject({ state: 'ok', advice: null })
      const failed = (key: string, values: JsonObject) =>
        at.put('deliveries', {
          event: 'created',
          entity: 'users',
          channel: 'push',
          recipient: 'x',
          status: '4',
          attempts: 1,
          key,
          ...values,
        })
      await failed('a', { reason: 'no_device' })
      await failed('b', { reason: 'push_refused', date_created: new Date(Date.now() - 2 * 86_400_000).toISOString() })
      expect(await run('push')).toMatchObject({ state: 'ok' })
      await failed('c', { reason: 'push_refused' })
      expect(await run('push')).toMatchObject({ state: 'warning', said: expect.stringContaining('1 push') })
      expect(device).toBeGreaterThan(0)
    })

    test('a storage that is gone, a disk that fills, a check that throws and one that never answers', async () => {
      // The fixture keeps no files.
      expect(await run('storage')).toMatchObject({ state: expect.stringMatching(/failed|ok/) })
      expect(
        [diskOutcome(1e12, 2e12), diskOutcome(1.5e9, 2e12), diskOutcome(1e8, 1e9)].map(({ state }) => state),
      ).toEqual(['ok', 'failed', 'failed'])
      expect(diskOutcome(5e9, 1e11)).toMatchObject({ state: 'warning', why: 'filling' })
      expect(await run('broken')).toMatchObject({ state: 'failed', said: 'Falló: no luck', advice: expect.any(String) })
      const never: SelfCheck = { key: 'never', run: () => new Promise(() => {}) }
      expect(await checkOutcome(never, at.server.app.runtime, 20)).toMatchObject({
        state: 'failed',
        why: 'late_answer',
      })
    })
  })
})
