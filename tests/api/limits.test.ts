import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkOf } from '../../src/server/platform/network/network'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'

const MINUTE_MS = 60_000

oneEngine((_engine, open) => {
  describe('the limit of log-in attempts', () => {
    let at: TestApp
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    const wait = (minutes: number) => {
      clock_ms += minutes * MINUTE_MS
    }

    beforeAll(async () => {
      at = await testApp({ open, now: () => new Date(clock_ms) })
    })
    afterAll(() => at?.close())

    const wrong = (email: string) => at.login(email, 'no-es-esta')

    test('refuses the eleventh wrong password of an account, even with the right one, and says when to come back', async () => {
      const email = emailOf('operator')
      for (let attempt = 0; attempt < 10; attempt++) {
        expect((await wrong(email)).status).toBe(401)
        wait(0.5)
      }
      const refused = await at.login(email)
      expect(refused).toMatchObject({
        status: 429,
        body: { ok: false, code: 'TOO_MANY', msg: 'Demasiados intentos. Vuelva a intentarlo en 10 min.' },
      })
      expect(Number(refused.headers['retry-after'])).toBe(600)
      // Trying on does not lock the owner out for longer.
      await at.login(email)
      wait(10.1)
      expect((await at.login(email)).status).toBe(200)
    })

    test('forgives an account its failures when its owner gets in', async () => {
      wait(20)
      const email = emailOf('reader')
      for (let round = 0; round < 2; round++) {
        for (let attempt = 0; attempt < 9; attempt++) expect((await wrong(email)).status).toBe(401)
        expect((await at.login(email)).status).toBe(200)
      }
    })

    test('is not got round by asking thirty times at once', async () => {
      wait(20)
      const answers = await Promise.all(Array.from({ length: 30 }, () => wrong(emailOf('companyB'))))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
      expect(statuses.every((status) => status === 401 || status === 429)).toBe(true)
    })

    test('holds for an address that tries one account after another', async () => {
      wait(20)
      // Of accounts that are there: asking for nobody's is as dear as a real hash, a quarter of a second.
      const password = cheapHash('otra-clave')
      const people = Array.from({ length: 49 }, (_, n) => ({
        name: `Vecino ${n}`,
        type_user: '1',
        email: `vecino${n}@test.pe`,
        password,
      }))
      await at.database.db.insertInto('users').values(people).execute()
      for (const email of [...people.map((one) => one.email), 'nadie@test.pe'])
        expect((await wrong(email)).status).toBe(401)
      expect(await at.login(emailOf('root'))).toMatchObject({ status: 429 })
      wait(16)
      expect((await at.login(emailOf('root'))).status).toBe(200)
    })

    describe('kept apart by where they come from', () => {
      const MINE = '198.51.100.7'
      const from = (address: string, username: string, password = PASSWORD, more = {}) =>
        at.app.inject({
          method: 'POST',
          url: '/api/admin/login/login',
          remoteAddress: address,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ username, password, ...more }),
        })
      const guess = async (address: string, username: string) =>
        (await from(address, username, 'no-es-esta')).statusCode
      const guesses = async (networks: number, username: string, subnet: number) => {
        const statuses: number[] = []
        for (let n = 0; n < networks; n++)
          for (let nth = 0; nth < 10; nth++) statuses.push(await guess(`203.0.${subnet}.${n}`, username))
        return statuses
      }
      const mailsOf = async (username: string) =>
        (await at.database.db.selectFrom('mail_outbox').select('body').where('recipient', '=', username).execute()).map(
          ({ body }) => String(body),
        )
      const alertsLeft = async () =>
        (await at.database.db.selectFrom('login_attempts').select('id').where('result', '=', 'limit').execute()).length

      test("strangers who fail from many networks end after a hundred, and lock out neither the owner's network nor their device", async () => {
        wait(20)
        const email = emailOf('readerA')
        expect((await from(MINE, email, PASSWORD, { uuid: 'telefono-de-readerA' })).statusCode).toBe(200)
        const statuses = await guesses(12, email, 1)
        expect(statuses.filter((status) => status === 401)).toHaveLength(100)
        expect(statuses.slice(100).every((status) => status === 429)).toBe(true)
        expect((await from('203.0.1.200', email)).statusCode).toBe(429)
        expect((await from(MINE, email)).statusCode).toBe(200)
        expect((await from('192.0.2.44', email, PASSWORD, { uuid: 'telefono-de-readerA' })).statusCode).toBe(200)
        // That the owner got in gives the strangers nothing.
        expect(await guess('203.0.1.201', email)).toBe(429)
      })

      test("whoever fails ten times in the owner's own network stops neither their device nor them elsewhere", async () => {
        wait(20)
        const email = emailOf('readerA')
        for (let nth = 0; nth < 10; nth++) expect(await guess(MINE, email)).toBe(401)
        expect(await guess(MINE, email)).toBe(429)
        expect((await from(MINE, email, PASSWORD, { uuid: 'telefono-de-readerA' })).statusCode).toBe(200)
        // The device's own count ends as well: its name is no key.
        const statuses: number[] = []
        for (let nth = 0; nth < 11; nth++)
          statuses.push((await from('192.0.2.45', email, 'no-es-esta', { uuid: 'telefono-de-readerA' })).statusCode)
        expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
      })

      test('an owner is written to once a day, in the log too, and an unknown account is answered alike', async () => {
        wait(20)
        const email = emailOf('companyA')
        const answers = async (username: string) => {
          const earlier = {
            username,
            address: '203.0.113.5',
            source: '203.0.113.5',
            known: false,
            result: 'failed',
            date_created: new Date(clock_ms).toISOString(),
          }
          await at.database.db
            .insertInto('login_attempts')
            .values(Array.from({ length: 8 }, () => earlier))
            .execute()
          const texts: string[] = []
          for (let nth = 0; nth < 4; nth++) texts.push((await from('203.0.113.5', username, 'no-es-esta')).body)
          return texts
        }
        const seen = await answers(email)
        wait(16)
        expect(await answers('nadie-aqui@test.pe')).toEqual(seen)
        await expect.poll(alertsLeft).toBe(0)
        expect(await mailsOf(email)).toEqual([expect.stringContaining('203.0.113.5')])
        expect(await mailsOf('nadie-aqui@test.pe')).toEqual([])
        wait(16)
        await guesses(1, email, 2)
        await expect.poll(alertsLeft).toBe(0)
        expect(await mailsOf(email)).toHaveLength(1)
        const lines = await at.database.db
          .selectFrom('logs')
          .select(['id_target', 'id_user'])
          .where('type_log', '=', 'login_refused')
          .where('id_target', '=', at.ids.users.companyA)
          .execute()
        expect(lines).toEqual([{ id_target: at.ids.users.companyA, id_user: null }])
        wait(25 * 60)
        await guesses(1, email, 3)
        await expect.poll(alertsLeft).toBe(0)
        expect(await mailsOf(email)).toHaveLength(2)
      })

      test('a network stays known for thirty days', async () => {
        const email = emailOf('readerA')
        wait(31 * 24 * 60)
        await guesses(11, email, 4)
        expect((await from(MINE, email)).statusCode).toBe(429)
      })
    })

    test('keeps no attempt for longer than a day', async () => {
      wait(25 * 60)
      await wrong('otro@test.pe')
      const rows = await at.database.db.selectFrom('login_attempts').select('username').execute()
      expect(rows).toEqual([{ username: 'otro@test.pe' }])
    })
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
