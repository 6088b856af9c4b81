import { Type } from 'typebox'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { defineCall } from '../../src/model/call'
import { AppError } from '../../src/model/errors'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { RECORD_RESOURCES, recordApp, type RecordApp } from './records-fixture'

const stamp = defineCall({
  method: 'POST',
  path: 'parcels/stamp',
  access: 'session',
  request: Type.Object(
    { ids: Type.Array(Type.Integer(), { maxItems: 40 }), word: Type.String() },
    { additionalProperties: false },
  ),
  response: Type.Object({
    results: Type.Array(Type.Object({ id: Type.Integer(), ok: Type.Boolean(), msg: Type.String() })),
  }),
})
const asked: { ids: readonly number[]; word: string }[] = []
const stamping: ServerFeature = {
  name: 'stamping',
  needs: {},
  calls: [
    serveCall(stamp, async (_context, input) => {
      asked.push(input)
      return {
        results: input.ids.map((id) => ({ id, ok: id % 10 !== 0, msg: id % 10 === 0 ? 'Ya tiene sello' : 'Sellado' })),
      }
    }),
  ],
  hooks: [
    {
      entity: 'parcels',
      beforeRemove: async (_context, record) => {
        if (String(record.title).startsWith('Fijo')) throw new AppError('IN_USE', { say: 'errors.IN_USE' })
      },
    },
  ],
}
const action = { id: 'stamp', on: ['bulk'], icon: 'badge', needs: 'edit', call: 'POST parcels/stamp', send: ['id'] }

oneEngine((_engine, open) => {
  describe('what is done to all that a filter finds', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open, {
        features: [stamping],
        resources: { ...RECORD_RESOURCES, parcels: { title: 'Paquetes', actions: [action] } },
      })
    })

    /** 230 parcels of company A under a word of their own, 20 of B; every 50th of A's refuses to be removed. */
    async function parcels(word: string): Promise<void> {
      const { a, b } = at.ids.companies
      await sql`insert into parcels (code, title, id_company, pieces, rank)
        select ${word} || n, case when n % 50 = 0 then 'Fijo ' else 'Suelto ' end || ${word} || ' ' || n,
          case when n <= 230 then ${a}::int else ${b}::int end, n, n
        from generate_series(1, 250) as n`.execute(at.database.db)
    }
    const count = async (filters: JsonObject, role: 'root' | 'companyA' = 'root') =>
      Number((await at.call(role, 'GET', 'parcels', { filters, count: 'exact', limit: 1 })).body.total)

    test('is one call: rows of other pages too, and no others; the log has them under one run', async () => {
      await parcels('uno')
      const filters = { code: 'uno', pieces: { lte: 240 } }
      const answer = await at.call('root', 'POST', 'parcels/disable', {
        all: true,
        filters,
        expected: 240,
        run: 'prueba-uno',
      })
      expect(answer.body).toMatchObject({ ok: true, total: 240, done: 240, refused: 0, results: [], run: 'prueba-uno' })
      expect(await count({ code: 'uno', state: '0' })).toBe(240)
      expect(await count({ code: 'uno', state: '1', pieces: { gt: 240 } })).toBe(10)
      const log = await at.call('root', 'GET', 'logs', { target: 'parcels', run: 'bulk:prueba-uno', limit: 1000 })
      expect(at.items(log)).toHaveLength(240)
      expect((await at.call('root', 'GET', 'parcels/bulkProgress', { run: 'prueba-uno' })).body).toMatchObject({
        total: 240,
        done: 240,
        refused: 0,
        state: 'done',
      })
      // The console asks before the run has begun; of another person's nothing is told, and it is not stopped.
      const unknown = await at.call('operator', 'GET', 'parcels/bulkProgress', { run: 'prueba-uno' })
      expect(unknown).toMatchObject({ status: 200, body: { total: 0, done: 0, refused: 0, state: 'running' } })
      const stopped = await at.call('operator', 'POST', 'parcels/bulkStop', { run: 'prueba-uno' })
      expect(stopped).toMatchObject({ status: 404 })
    })

    test('leaves what is refused, names it and says why, and does the rest', async () => {
      await parcels('dos')
      const { body } = await at.call('root', 'POST', 'parcels/remove', { all: true, q: 'dos', expected: 250 })
      expect(body).toMatchObject({ ok: true, total: 250, done: 245, refused: 5 })
      const results = body.results as unknown as readonly JsonObject[]
      expect(results.map(({ label, code }) => [label, code])).toEqual(
        [50, 100, 150, 200, 250].map((n) => [`dos${n} Fijo dos ${n}`, 'IN_USE']),
      )
      expect(await count({ code: 'dos' })).toBe(5)
      const again = await at.call('root', 'POST', 'parcels/remove', { all: true, q: 'dos', expected: 5 })
      expect(again).toMatchObject({ status: 409, body: { ok: false, code: 'IN_USE', total: 5, done: 0, refused: 5 } })
    })

    test('keeps to the scope and the rights of whoever asks', async () => {
      await parcels('tres')
      const all = { all: true, filters: { code: 'tres' } }
      expect((await at.call('companyA', 'POST', 'parcels/disable', { ...all, expected: 230 })).body).toMatchObject({
        total: 230,
        done: 230,
      })
      expect(await count({ code: 'tres', state: '1' })).toBe(20)
      for (const role of ['reader', 'readerA', 'none'] as const)
        expect(await at.call(role, 'POST', 'parcels/disable', { ...all, expected: 250 })).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        })
      expect(
        await at.call('companyA', 'POST', 'parcels/disable', { all: true, filters: { margin: 1 }, expected: 1 }),
      ).toMatchObject({ status: 400, body: { code: 'FILTER_UNKNOWN' } })
      expect(
        await at.call('companyA', 'POST', 'parcels/disable', { all: true, filters: { stamp: 'x' }, expected: 1 }),
      ).toMatchObject({ status: 400, body: { code: 'FILTER_UNKNOWN' } })
    })

    test('is refused when there are many more than the user was told, and takes what is a little more or fewer', async () => {
      await parcels('cuatro')
      const ask = (expected: number) =>
        at.call('root', 'POST', 'parcels/disable', { all: true, filters: { code: 'cuatro' }, expected })
      const refused = await ask(200)
      expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', found: 250 } })
      expect(refused.body.msg).toContain('250')
      expect(await count({ code: 'cuatro', state: '0' })).toBe(0)
      expect(await ask(240)).toMatchObject({ status: 200, body: { total: 250 } })
      expect(await ask(1000)).toMatchObject({ status: 200, body: { total: 250 } })
    })

    test.each([
      [{ all: true, filters: {} }, 422, 'expected'],
      [{ all: true, filters: {}, expected: '5' }, 422, 'expected'],
      [{ all: true, filters: {}, expected: 5, ids: [1] }, 400, ''],
      [{ all: true, filters: '{', expected: 5 }, 400, 'filters'],
      [{ all: true, expected: 5000, run: 'x' }, 400, 'run'],
      [{ all: true, expected: 5, date_from: 'hoy' }, 400, 'date_from'],
      [{ all: 1, filters: {}, expected: 5 }, 404, ''],
    ])('refuses %j', async (input, status, word) => {
      const answer = await at.call('root', 'POST', 'parcels/remove', input)
      expect(answer.status).toBe(status)
      expect(answer.text).toContain(word)
    })

    test('is never asked by an address alone', async () => {
      expect(await at.call('root', 'GET', 'parcels/remove', { all: true, filters: {}, expected: 1000 })).toMatchObject({
        status: 404,
      })
    })

    test('sent twice it is done once', async () => {
      const input = { all: true, filters: { code: 'nada' }, expected: 0, run: 'prueba-dos-veces' }
      expect(await at.call('root', 'POST', 'parcels/remove', input)).toMatchObject({ status: 200, body: { total: 0 } })
      expect(await at.call('root', 'POST', 'parcels/remove', input)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
    })

    test('is refused beyond ten thousand rows', async () => {
      await sql`insert into readings (name) select 'Lectura ' || n from generate_series(1, 10001) as n`.execute(
        at.database.db,
      )
      expect(
        await at.call('root', 'POST', 'readings/remove', { all: true, filters: {}, expected: 10001 }),
      ).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    })

    test('stops between two batches when it is told to, and keeps what was done', async () => {
      await parcels('seis')
      const run = 'prueba-de-parar'
      const call = at.call('root', 'POST', 'parcels/disable', {
        all: true,
        filters: { code: 'seis' },
        expected: 250,
        run,
      })
      let told = await at.call('root', 'POST', 'parcels/bulkStop', { run })
      for (let tries = 0; told.status === 404 && tries < 200; tries++)
        told = await at.call('root', 'POST', 'parcels/bulkStop', { run })
      expect(told.status).toBe(200)
      const { body } = await call
      expect(body.total).toBe(250)
      expect(Number(body.done)).toBe(await count({ code: 'seis', state: '0' }))
      expect([100, 200, 250]).toContain(body.done)
      expect(body.stopped === true).toBe(Number(body.done) < 250)
    })

    test('a declared action gets the ids it finds in batches that its contract takes, and tells its refusals together', async () => {
      await parcels('siete')
      asked.length = 0
      const { body } = await at.call('companyA', 'POST', 'parcels/stamp', {
        all: true,
        filters: { code: 'siete' },
        expected: 230,
        word: 'Lima',
      })
      expect(body).toMatchObject({ ok: true, total: 230, done: 207, refused: 23 })
      expect(asked.map(({ ids, word }) => [ids.length, word])).toEqual([40, 40, 40, 40, 40, 30].map((n) => [n, 'Lima']))
      expect((body.results as unknown as JsonObject[])[0]).toMatchObject({ ok: false, msg: 'Ya tiene sello' })
      expect(
        await at.call('reader', 'POST', 'parcels/stamp', { all: true, filters: {}, expected: 1, word: 'x' }),
      ).toMatchObject({ status: 403 })
      expect(
        await at.call('companyA', 'POST', 'parcels/stamp', { all: true, filters: { code: 'siete' }, expected: 230 }),
      ).toMatchObject({ status: 422 })
    })
  })
})
