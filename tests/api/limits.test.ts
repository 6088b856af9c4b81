import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { networkOf } from '../../src/server/auth/network'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf } from './fixture-users'

const MINUTE_MS = 60_000

oneEngine((_engine, open) => {
  describe('the limit of log-in attempts', () => {
    let at: TestApp
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    const wait = (minutes: number) => { clock_ms += minutes * MINUTE_MS }

    beforeAll(async () => {
      at = await testApp({ open, now: () => new Date(clock_ms) })
    })
    afterAll(() => at.close())

    const wrong = (email: string) => at.login(email, 'no-es-esta')

    test('refuses the eleventh wrong password of an account, even with the right one, and says when to come back', async () => {
      const email = emailOf('operator')
      for (let attempt = 0; attempt < 10; attempt++) {
        expect((await wrong(email)).status).toBe(401)
        wait(0.5)
      }
      const refused = await at.login(email)
      expect(refused).toMatchObject({ status: 429, body: { ok: false, code: 'TOO_MANY', msg: 'Demasiados intentos. Vuelva a intentarlo en 10 min.' } })
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
      const people = Array.from({ length: 49 }, (_, n) => ({ name: `Vecino ${n}`, type_user: '1', email: `vecino${n}@test.pe`, password }))
      await at.database.db.insertInto('users').values(people).execute()
      for (const email of [...people.map((one) => one.email), 'nadie@test.pe']) expect((await wrong(email)).status).toBe(401)
      expect(await at.login(emailOf('root'))).toMatchObject({ status: 429 })
      wait(16)
      expect((await at.login(emailOf('root'))).status).toBe(200)
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
  ['203.0.113.9', '203.0.113.9'], ['::ffff:203.0.113.9', '203.0.113.9'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'], ['2001:0DB8::1', '2001:db8:0:0::/64'], ['::1', '0:0:0:0::/64'], ['fe80::1%eth0', 'fe80:0:0:0::/64'], ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
