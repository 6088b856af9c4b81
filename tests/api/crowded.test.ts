import { randomBytes, scryptSync } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashTurns } from '../../src/server/language/actor/hash-threads'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'

const resources = {
  shades: {
    title: 'Tonos',
    stats: [{ id: 'all', title: 'Tonos' }],
    export: ['csv'],
    form: { rows: [['name', 'code']] },
  },
}
/** The least that is hashed in a thread. */
const LN = 11
const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

oneEngine((_engine, open) => {
  let at: TestApp
  beforeAll(async () => {
    at = await testApp({ open, resources })
    const salt = randomBytes(16)
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** LN, r: 8, p: 1, maxmem: 2 ** 26 })
    const hash = `$scrypt$ln=${LN},r=8,p=1$${plain(salt)}$${plain(key)}`
    await at.database.db.updateTable('users').set({ password: hash }).where('email', '=', emailOf('reader')).execute()
  })
  afterAll(() => at?.close())

  const post = (
    path: string,
    payload: string | Readable,
    {
      address = '198.51.100.1',
      headers = {},
    }: { readonly address?: string; readonly headers?: { readonly [name: string]: string } } = {},
  ) =>
    at.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      remoteAddress: address,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  const logIn = (address: string) =>
    post('admin/login/login', JSON.stringify({ username: emailOf('reader'), password: PASSWORD }), { address })

  test('a network that fills the row of log-ins is told when to come back, which counts as no try; another network gets in', async () => {
    const crowd = '203.0.113.9'
    const releases: (() => void)[] = []
    const crowding = Array.from({ length: 40 }, () =>
      hashTurns.take(crowd).then(
        (release) => void releases.push(release),
        () => 'full',
      ),
    )
    const refused = await logIn(crowd)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      {
        ok: false,
        code: 'TOO_MANY',
        msg: 'Muchas personas están ingresando a la vez. Vuelva a intentarlo en unos segundos.',
      },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(
      await at.database.db.selectFrom('login_attempts').select('id').where('address', '=', crowd).execute(),
    ).toEqual([])
    const honest = logIn('198.51.100.2')
    const released = async (until: Promise<unknown>): Promise<void> => {
      for (let isDone = false; !isDone; releases.shift()?.())
        isDone = await Promise.race([until.then(() => true), sleep(5).then(() => false)])
    }
    await released(honest)
    expect((await honest).statusCode).toBe(200)
    await released(Promise.all(crowding))
    expect((await Promise.all(crowding)).filter((one) => one === 'full').length).toBeGreaterThan(10)
    for (const release of releases) release()
    expect((await logIn(crowd)).statusCode).toBe(200)
  })

  describe('a body without a session', () => {
    const large = JSON.stringify({
      username: emailOf('reader'),
      password: PASSWORD,
      token_recover: 'x',
      more: 'x'.repeat(20_000),
    })

    test('is a few kilobytes, also where it does not say its length, wherever everybody may call', async () => {
      for (const path of ['admin/login/login', 'admin/login/recover', 'admin/recover', 'admin/recover/save']) {
        const { statusCode, json } = await post(path, large)
        expect([path, statusCode, json()]).toMatchObject([path, 413, { ok: false, code: 'TOO_LARGE' }])
      }
      const drops = await post('admin/login/login', Readable.from([large.slice(0, 9000), large.slice(9000)]), {
        headers: { 'transfer-encoding': 'chunked' },
      })
      expect([drops.statusCode, drops.json()]).toMatchObject([413, { code: 'TOO_LARGE' }])
    })

    test('of a form whose session has ended is answered by asking to log in, and a session may send its megabytes', async () => {
      const record = JSON.stringify({ name: 'x'.repeat(100_000), code: '#123456' })
      expect((await post('admin/shades/create', record)).json()).toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(
        (await post('admin/shades/create', record, { headers: { authorization: `Bearer ${'d'.repeat(43)}` } }))
          .statusCode,
      ).toBe(401)
      const token = await at.tokenFor('operator')
      expect(
        (await post('admin/shades/create', record, { headers: { authorization: `Bearer ${token}` } })).json(),
      ).toMatchObject({ code: 'VALIDATION' })
    })
  })

  test('of forty reports that one person asks for at once some wait and the rest are told to come back; others are not in their row', async () => {
    const token = await at.tokenFor('operator')
    const ask = (path: string) => at.request({ method: 'GET', url: `/api/admin/${path}`, token })
    for (const path of ['shades/stats', 'shades/1?print=x']) {
      const answers = Promise.all(Array.from({ length: 40 }, () => ask(path)))
      const other = await at.call('companyA', 'GET', 'shades/stats')
      const statuses = (await answers).map(({ status }) => status)
      expect(other.status, path).toBe(200)
      expect(
        statuses.filter((status) => status === 429),
        path,
      ).toHaveLength(22)
      const refused = (await answers).find(({ status }) => status === 429)
      expect(refused?.body).toMatchObject({
        ok: false,
        code: 'TOO_MANY',
        msg: 'Ya hay varias consultas suyas en curso. Vuelva a intentarlo en unos segundos.',
      })
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ask(path)).status, path).toBe(statuses.find((status) => status !== 429))
    }
    // Lists are none of these.
    expect(
      (await Promise.all(Array.from({ length: 40 }, () => ask('shades')))).every(({ status }) => status === 200),
    ).toBe(true)
  })
})
