import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/server/boot/app'
import { claim, releaseClaimed, noterOf } from '../../src/server/work/events/claimed'
import { pruneDeliveries } from '../../src/server/work/events/delivery-job'
import { deliveryJobName } from '../../src/server/work/outbox/delivery-names'
import type { Outcome } from '../../src/server/language/feature/feature'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { inOneWrite } from '../../src/server/records/write/open-write'
import { saveMany } from '../../src/server/records/write/save-many'
import { eachEngine } from '../engines'
import { TEST_KEYRING } from '../keyring'
import { EVENT_SCHEMAS, ordersAs, pushing, RINGING } from './events-fixture'
import { testApp, type TestApp } from './fixture-app'

const SENT: Outcome = { ok: true }

eachEngine((_engine, open) => {
  describe('servers that share an outbox', () => {
    let at: TestApp
    let second: Awaited<ReturnType<typeof buildApp>> | undefined
    let clock_ms = Date.parse('2026-11-21T05:00:00Z')
    const now = () => new Date(clock_ms)
    const sent: { readonly [server in 'first' | 'second']: string[] } = { first: [], second: [] }
    /** The first server claims and is not heard of again, until it is let go. */
    let stuck: Promise<Outcome> | null = null
    beforeAll(async () => {
      at = await testApp({
        open,
        schemas: EVENT_SCHEMAS,
        resources: RINGING,
        now,
        features: [
          pushing(({ key }) => {
            sent.first.push(key)
            return stuck ?? Promise.resolve(SENT)
          }),
        ],
      })
    })
    afterAll(async () => {
      await second?.close()
      await at?.close()
    })

    const ring = async (names: readonly string[]): Promise<void> => {
      const context = await ordersAs(at.runtime)
      await inOneWrite(context, (write) =>
        saveMany(
          context,
          write,
          names.map((name) => ({ name, id_owner: at.ids.users.operator })),
        ),
      )
    }

    const rows = () =>
      at.database.db
        .selectFrom('deliveries')
        .select(['title', 'status', 'attempts', 'reason', 'key'])
        .orderBy('id')
        .execute()

    test('take over what another claimed and never finished, whose late word no longer counts', async () => {
      let letGo: (outcome: Outcome) => void = () => {}
      stuck = new Promise((resolve) => {
        letGo = resolve
      })
      await ring(['ring'])
      await expect.poll(rows, { interval: 20 }).toMatchObject([{ status: '2', attempts: 1 }])
      second = await buildApp({
        keyring: TEST_KEYRING,
        database: at.database,
        metadata: at.metadata,
        words: at.runtime.words,
        now,
        timed: () => false,
        features: [
          pushing(({ key }) => {
            sent.second.push(key)
            return Promise.resolve(SENT)
          }),
        ],
      })
      // What comes later shows that the second has looked, and left the first's alone.
      await ring(['ring for the second'])
      await expect.poll(rows, { interval: 20 }).toMatchObject([{ status: '2', attempts: 1 }, { status: '3' }])
      clock_ms += 3 * 60_000
      await wakeJob(at.database.db, deliveryJobName('push'))
      await expect.poll(rows, { interval: 20 }).toMatchObject([{ status: '3', attempts: 2 }, { status: '3' }])
      letGo({ ok: false, reason: 'too late', again: true })
      stuck = null
      await ring(['ring after that'])
      await expect
        .poll(rows, { interval: 20 })
        .toMatchObject([{ status: '3', reason: null }, { status: '3' }, { status: '3' }])
      expect(sent.first[0]).toBe(sent.second.find((key) => key === sent.first[0]))
    })

    test('send each of two hundred rows once between them', async () => {
      for (const list of Object.values(sent)) list.length = 0
      await ring(Array.from({ length: 200 }, (_, n) => `ring ${n}`))
      await expect
        .poll(async () => (await rows()).filter(({ status }) => status === '3').length, { interval: 50 })
        .toBe(203)
      const all = [...sent.first, ...sent.second]
      expect(all.length).toBe(200)
      expect(new Set(all).size).toBe(200)
    })

    test("claim several at once, give back untried what they do not come to, and note no try of a row that is another's by now", async () => {
      const make = (title: string) =>
        at.database.db
          .insertInto('deliveries')
          .values({
            status: '1',
            channel: 'sms',
            event: 'created',
            entity: 'orders',
            resource: 'orders',
            id_target: '1',
            title,
            effect: 'x',
            recipient: 'x',
            attempts: 0,
            key: title,
            date_next: now().toISOString(),
            date_created: now().toISOString(),
            date_updated: now().toISOString(),
          })
          .execute()
      for (const title of ['a', 'b', 'c', 'd']) await make(title)
      const sms = async () =>
        (await rows())
          .filter(({ key }) => String(key).length === 1)
          .map(({ title, status, attempts, reason }) => [title, status, attempts, reason])
      const mine = await claim(at.runtime, 'sms', 3)
      const theirs = await claim(at.runtime, 'sms', 3)
      expect([mine, theirs].map((some) => some.map(({ key }) => key))).toEqual([['a', 'b', 'c'], ['d']])
      await releaseClaimed(at.runtime, mine.slice(1))
      expect(await sms()).toEqual([
        ['a', '2', 1, null],
        ['b', '1', 0, null],
        ['c', '1', 0, null],
        ['d', '2', 1, null],
      ])
      // After the lease the others take what the first still holds: neither its notes nor its giving back count.
      clock_ms += 3 * 60_000
      const taken = await claim(at.runtime, 'sms', 9)
      expect(taken.map(({ key, attempts }) => [key, attempts])).toEqual([
        ['a', 2],
        ['b', 1],
        ['c', 1],
        ['d', 2],
      ])
      const told: string[] = []
      const late = noterOf(at.runtime)
      await late.note(mine[0]!, { ok: true, within: async () => void told.push('late') })
      await late.done()
      await releaseClaimed(at.runtime, mine.slice(0, 1))
      expect((await sms())[0]).toEqual(['a', '2', 2, null])
      const noter = noterOf(at.runtime)
      for (const one of taken)
        await noter.note(
          one,
          one.key === 'b'
            ? { ok: false, reason: 'busy', again: true }
            : one.key === 'c'
              ? { ok: false, reason: 'gone', again: false }
              : { ok: true, within: async () => void told.push(one.key) },
        )
      await noter.done()
      expect(await sms()).toEqual([
        ['a', '3', 2, null],
        ['b', '1', 1, 'busy'],
        ['c', '4', 1, 'gone'],
        ['d', '3', 2, null],
      ])
      expect(told).toEqual(['a', 'd'])
      await at.database.db.deleteFrom('deliveries').where('channel', '=', 'sms').execute()
    })

    test('old rows go: what was sent after thirty days, what failed after ninety', async () => {
      await at.database.db.updateTable('deliveries').set({ status: '4' }).where('title', '=', 'ring').execute()
      for (const [days, left] of [
        [31, ['ring']],
        [60, []],
      ] as const) {
        clock_ms += days * 86_400_000
        await wakeJob(at.database.db, pruneDeliveries.name)
        await expect.poll(async () => (await rows()).map(({ title }) => title), { interval: 20 }).toEqual(left)
      }
    })
  })
})
