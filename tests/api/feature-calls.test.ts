import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const query = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    text: Type.Optional(Type.String({ maxLength: 5 })),
    open: Type.Optional(Type.Boolean()),
    ids: Type.Optional(Type.Array(Type.Integer())),
    kind: Type.Optional(Type.Union([Type.Literal('near'), Type.Literal('far')])),
    since: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
)
const body = Type.Object({
  id: Type.Integer(),
  stops: Type.Array(Type.Object({ address: Type.String({ minLength: 1 }), seats: Type.Integer({ maximum: 4 }) })),
})
const FLAG = Type.Integer({ minimum: 0, maximum: 1 })
const flags = Type.Object({
  on: Type.Optional(Type.Boolean()),
  flag: Type.Optional(Type.Union([FLAG, Type.Null()])),
  either: Type.Optional(Type.Union([FLAG, Type.Boolean()])),
  stops: Type.Optional(Type.Array(Type.Object({ courier: Type.Boolean() }))),
  // A number means something else here than yes.
  parking: Type.Optional(Type.Union([Type.Boolean(), Type.Number()])),
  seats: Type.Optional(Type.Integer({ maximum: 4 })),
  note: Type.Optional(Type.String()),
})
const anything = Type.Object({ got: Type.Unknown() })
const who = Type.Object({ id: Type.Integer(), brand: Type.String() })

const echo = serveCall(
  defineCall({ method: 'GET', path: 'echo/:id', access: 'public', request: query, response: anything }),
  async (_context, got) => ({ got }),
)
const send = serveCall(
  defineCall({ method: 'POST', path: 'send/:id', access: 'public', request: body, response: anything }),
  async (_context, got) => ({ got }),
)
const flagged = serveCall(
  defineCall({ method: 'POST', alsoGet: true, path: 'flagged', access: 'public', request: flags, response: anything }),
  async (_context, got) => ({ got }),
)
const whoAmI = serveCall(
  defineCall({ method: 'GET', path: 'who', access: 'session', request: Type.Object({}), response: who }),
  async ({ actor, settings }) => ({ id: actor.id, brand: String(settings.brand) }),
)
const edit = serveCall(
  defineCall({
    method: 'POST',
    path: 'edit',
    access: { module: 'places', right: 'edit' },
    request: Type.Object({}),
    response: who,
  }),
  async ({ actor }) => ({ id: actor.id, brand: '' }),
)
const wrong = serveCall(
  defineCall({ method: 'GET', path: 'wrong', access: 'public', request: Type.Object({}), response: who }),
  async () => ({ id: 'no number', brand: '' }) as never,
)

const feature: ServerFeature = {
  name: 'calls',
  needs: {},
  calls: [echo, send, flagged, whoAmI, edit, wrong],
  settings: { brand: 'Prueba', radius: 3 },
}

describe('a call of a feature', () => {
  let at: TestApp
  beforeAll(async () => {
    at = await testApp({ open: openOne, features: [feature] })
  })
  afterAll(() => at?.close())

  test.each([
    [
      '?text=abc&open=1&ids=1&ids=2&kind=far&since=2.5',
      { text: 'abc', open: true, ids: [1, 2], kind: 'far', since: 2.5 },
    ],
    ['?ids=7&open=false&since=', { ids: [7], open: false }],
    ['?filters={"text":"abc","ids":[1,2],"kind":""}&open=1', { text: 'abc', ids: [1, 2], open: true }],
    ['?filters=', {}],
    ['', {}],
  ])('reads the query %j by its contract', async (search, expected) => {
    const { body } = await at.request({ method: 'GET', url: `/api/admin/echo/5${search}` })
    expect(body).toEqual({ ok: true, got: { id: 5, ...expected } })
  })

  test('refuses filters that are no JSON object, and names what is unknown in them', async () => {
    const ask = (filters: string) =>
      at.request({ method: 'GET', url: `/api/admin/echo/5?filters=${encodeURIComponent(filters)}` })
    expect((await ask('near')).status).toBe(400)
    expect(await ask('{"more":1}')).toMatchObject({ status: 422, body: { errors: { more: 'Dato desconocido.' } } })
  })

  test.each([
    ['echo/x', { id: 'Valor no válido.' }],
    ['echo/1.5', { id: 'Valor no válido.' }],
    ['echo/0', { id: expect.stringContaining('1') as string }],
    ['echo/1?text=abcdef', { text: expect.stringContaining('5') as string }],
    ['echo/1?kind=around', { kind: expect.any(String) as string }],
    ['echo/1?since=soon', { since: expect.any(String) as string }],
    ['echo/1?ids=1&ids=x', { 'ids.1': 'Valor no válido.' }],
    ['echo/1?more=1', { more: 'Dato desconocido.' }],
  ])('refuses %s at the field', async (path, errors) => {
    const { status, body } = await at.request({ method: 'GET', url: `/api/admin/${path}` })
    expect(status).toBe(422)
    expect(body).toEqual({ ok: false, code: 'VALIDATION', msg: 'Revise los datos marcados.', errors })
  })

  test('names what is wrong deep in a body, and takes no text for a number there', async () => {
    const stops: JsonObject[] = [{ address: 'Av. Arequipa 2250', seats: '2' }, { address: '', seats: 9 }, {}]
    const { status, body } = await at.call(null, 'POST', 'send/3', { stops })
    expect(status).toBe(422)
    expect(Object.keys(body.errors as object).sort()).toEqual([
      'stops.0.seats',
      'stops.1.address',
      'stops.1.seats',
      'stops.2.address',
      'stops.2.seats',
    ])
    expect((await at.call(null, 'POST', 'send/3', { id: 8, stops: [] })).body).toEqual({
      ok: true,
      got: { id: 3, stops: [] },
    })
    expect((await at.request({ method: 'POST', url: '/api/admin/send/3', payload: '[1]' })).status).toBe(400)
  })

  test('takes yes and no in every way that records do, at any depth, and nothing else for them', async () => {
    for (const [yes, no] of [
      [true, false],
      [1, 0],
      ['1', '0'],
      ['true', 'false'],
    ] as const) {
      const sent = { on: yes, flag: no, either: yes, stops: [{ courier: no }, { courier: yes }] }
      const { body } = await at.call(null, 'POST', 'flagged', sent)
      expect(body['got'], JSON.stringify(sent)).toMatchObject({
        on: true,
        flag: 0,
        stops: [{ courier: false }, { courier: true }],
      })
      expect([1, true]).toContain((body['got'] as JsonObject)['either'])
      expect(
        (await at.request({ method: 'GET', url: `/api/admin/flagged?on=${String(no)}&flag=${String(yes)}` })).body[
          'got'
        ],
      ).toEqual({ on: false, flag: 1 })
    }
    expect(
      (await at.call(null, 'POST', 'flagged', { flag: null, parking: 1, seats: 1, note: '1' })).body['got'],
    ).toEqual({ flag: null, parking: 1, seats: 1, note: '1' })
    const wrongs = { on: 2, flag: 'quizás', stops: [{ courier: '' }], seats: true, note: true }
    const { status, body } = await at.call(null, 'POST', 'flagged', wrongs)
    expect([status, Object.keys(body['errors'] ?? {}).sort()]).toEqual([
      422,
      ['flag', 'note', 'on', 'seats', 'stops.0.courier'],
    ])
  })

  test('asks for a session, or for a right on a module, as its contract says', async () => {
    const status = async (role: Parameters<TestApp['call']>[0], method: 'GET' | 'POST', path: string) =>
      (await at.call(role, method, path)).status
    expect(await status(null, 'GET', 'who')).toBe(401)
    expect(await status('none', 'GET', 'who')).toBe(200)
    expect(
      await Promise.all(
        ([null, 'none', 'reader', 'operator', 'root', 'companyA', 'readerA'] as const).map((role) =>
          status(role, 'POST', 'edit'),
        ),
      ),
    ).toEqual([401, 403, 403, 200, 200, 200, 403])
  })

  test("has the settings with the features' defaults", async () => {
    expect((await at.call('reader', 'GET', 'who')).body).toEqual({ ok: true, id: at.ids.users.reader, brand: 'Prueba' })
    await at.database.db.insertInto('settings').values({ key: 'brand', value: '"Otra"' }).execute()
    await expect.poll(async () => (await at.call('reader', 'GET', 'who')).body.brand).toBe('Otra')
  })

  test('fails loudly in tests when it answers against its contract', async () => {
    expect((await at.call(null, 'GET', 'wrong')).body).toMatchObject({ code: 'INTERNAL' })
  })

  test('is refused by any other method', async () => {
    expect(await at.call(null, 'POST', 'echo/5')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  })
})
