import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { defineCall, type JsonObject } from '#engine/model'
import { once, serveCall } from '#engine/server'
import { pruneIdempotencyKeys } from '../../src/server/platform/once/prune-keys'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'
import { VERB_SCHEMAS } from './verbs-fixture'

const START = Date.parse('2026-11-22T15:00:00.000Z')
const opened = defineCall({
  method: 'POST',
  path: 'owners/open',
  access: 'session',
  request: Type.Object({ name: Type.String() }),
  response: Type.Object({ id: Type.Integer(), again: Type.Boolean() }),
})
/** A bespoke call that makes a record once, as any feature would. */
const feature = {
  name: 'tested',
  needs: {},
  calls: [
    serveCall(opened, async ({ actor, idempotency: key, now, records }, input) => {
      const { answer, again } = await records.write((writes) =>
        once(writes.tx, { actor, now: now(), call: 'owners/open', key, input }, async () => {
          const { id } = await writes.save('owners', input)
          return { id: Number(id) }
        }),
      )
      return { ...answer, again }
    }),
  ],
}

oneEngine((_engine, open) => {
  describe('an idempotency key', () => {
    let at: TestApp
    let now_ms = START
    let number = 0
    const fresh = (): string => `form-${String(++number).padStart(8, '0')}`
    const send = async (key: string, input: JsonObject, role: RoleName = 'operator', path = 'admin/owners/create') =>
      at.request({
        method: 'POST',
        url: `/api/${path}`,
        token: await at.tokenFor(role),
        headers: { 'idempotency-key': key },
        payload: JSON.stringify(input),
      })
    const called = async (name: string): Promise<number> =>
      Number((await at.call('root', 'GET', `owners?filters=${JSON.stringify({ name })}`)).body.total)
    beforeAll(async () => {
      at = await testApp({
        schemas: VERB_SCHEMAS,
        resources: { users: { title: 'Usuarios' }, roles: { title: 'Roles' } },
        features: [feature],
        open,
        now: () => new Date(now_ms),
      })
    })

    test('makes one record of a form that is sent again after a lost answer, or twice at once, and answers the same id', async () => {
      const key = fresh()
      const input = { name: 'Una', city: 'Lima' }
      const both = await Promise.all([send(key, input), send(key, { city: 'Lima', name: 'Una' })])
      const later = await send(key, input)
      expect([...both, later].map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set([...both, later].map(({ body }) => body.id)).size).toBe(1)
      expect(later.body.item).toMatchObject({ name: 'Una', version: 1 })
      expect(await called('Una')).toBe(1)
    })

    test('that comes with other values is a conflict which names the first record', async () => {
      const key = fresh()
      const {
        body: { id = null },
      } = await send(key, { name: 'Dos' })
      expect(await send(key, { name: 'Dos y media' })).toMatchObject({
        status: 409,
        body: { code: 'KEY_REUSED', first: { id } },
      })
      expect(await send(key, { name: 'Dos' }, 'operator', 'admin/things/create')).toMatchObject({
        status: 409,
        body: { code: 'KEY_REUSED' },
      })
      expect(await called('Dos y media')).toBe(0)
    })

    test('is free again when what it was for was refused', async () => {
      const key = fresh()
      expect(await send(key, { city: 'Lima' })).toMatchObject({ status: 422 })
      expect(await send(key, { name: 'Tres' })).toMatchObject({ status: 200 })
    })

    test("is its sender's alone, tells nobody what they no longer may see, and changes once what it changes", async () => {
      const key = fresh()
      const mine = await send(key, { name: 'Cuatro' })
      const theirs = await send(key, { name: 'Cuatro' }, 'root')
      expect(theirs.body.id).not.toBe(mine.body.id)
      expect(await send(key, { name: 'Cuatro' }, 'reader')).toMatchObject({ status: 403 })
      const edit = fresh()
      const change = { id: mine.body.id ?? null, version: 1, city: 'Puno' }
      expect([(await send(edit, change)).body.item, (await send(edit, change)).body.item]).toMatchObject([
        { version: 2 },
        { version: 2 },
      ])
      await at.call('root', 'POST', 'owners/remove', { id: mine.body.id ?? null })
      expect((await send(key, { name: 'Cuatro' })).body).toMatchObject({ id: mine.body.id, item: null })
    })

    test('works for programs and bespoke calls alike, and of another form it is refused', async () => {
      const [rest, own] = [fresh(), fresh()]
      const [first, second] = [
        await send(rest, { name: 'Cinco' }, 'operator', 'rest/owners'),
        await send(rest, { name: 'Cinco' }, 'operator', 'rest/owners'),
      ]
      expect(second.body).toEqual(first.body)
      const one = await send(own, { name: 'Seis' }, 'operator', 'admin/owners/open')
      expect([one.body.again, (await send(own, { name: 'Seis' }, 'operator', 'admin/owners/open')).body]).toEqual([
        false,
        { ok: true, id: one.body.id, again: true },
      ])
      expect(await send('corta', { name: 'Siete' })).toMatchObject({
        status: 400,
        body: { msg: 'Idempotency-Key: de 8 a 64 caracteres ASCII sin espacios.' },
      })
    })

    test('is forgotten after a week', async () => {
      const key = fresh()
      const {
        body: { id },
      } = await send(key, { name: 'Ocho' })
      const prune = () =>
        pruneIdempotencyKeys.run({ runtime: at.runtime, signal: new AbortController().signal, log: () => {} })
      now_ms += 7 * 86_400_000 - 1000
      await prune()
      expect((await send(key, { name: 'Ocho' })).body.id).toBe(id)
      now_ms += 2000
      await prune()
      expect((await send(key, { name: 'Ocho' })).body.id).not.toBe(id)
    })
  })
})
