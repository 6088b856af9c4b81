import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '../../src/server/feature'
import { testApp, type TestApp } from './fixture-app'

const query = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  text: Type.Optional(Type.String({ maxLength: 5 })),
  open: Type.Optional(Type.Boolean()),
  ids: Type.Optional(Type.Array(Type.Integer())),
  kind: Type.Optional(Type.Union([Type.Literal('near'), Type.Literal('far')])),
  since: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
}, { additionalProperties: false })
const body = Type.Object({
  id: Type.Integer(), stops: Type.Array(Type.Object({ address: Type.String({ minLength: 1 }), seats: Type.Integer({ maximum: 4 }) })),
})
const anything = Type.Object({ got: Type.Unknown() })
const who = Type.Object({ id: Type.Integer(), brand: Type.String() })

const echo = serveCall(defineCall({ method: 'GET', path: 'echo/:id', access: 'public', request: query, response: anything }), async (_context, got) => ({ got }))
const send = serveCall(defineCall({ method: 'POST', path: 'send/:id', access: 'public', request: body, response: anything }), async (_context, got) => ({ got }))
const whoAmI = serveCall(defineCall({ method: 'GET', path: 'who', access: 'session', request: Type.Object({}), response: who }),
  async ({ actor, settings }) => ({ id: actor.id, brand: String(settings.brand) }))
const edit = serveCall(defineCall({ method: 'POST', path: 'edit', access: { module: 'places', right: 'edit' }, request: Type.Object({}), response: who }),
  async ({ actor }) => ({ id: actor.id, brand: '' }))
const wrong = serveCall(defineCall({ method: 'GET', path: 'wrong', access: 'public', request: Type.Object({}), response: who }),
  async () => ({ id: 'no number', brand: '' }) as never)

const feature: ServerFeature = { name: 'calls', needs: {}, calls: [echo, send, whoAmI, edit, wrong], settings: { brand: 'Prueba', radius: 3 } }

describe('a call of a feature', () => {
  let at: TestApp
  beforeAll(async () => { at = await testApp({ features: [feature] }) })
  afterAll(() => at.close())

  test.each([
    ['?text=abc&open=1&ids=1&ids=2&kind=far&since=2.5', { text: 'abc', open: true, ids: [1, 2], kind: 'far', since: 2.5 }],
    ['?ids=7&open=false&since=', { ids: [7], open: false }],
    ['', {}],
  ])('reads the query %j by its contract', async (search, expected) => {
    const { body } = await at.request({ method: 'GET', url: `/api/admin/echo/5${search}` })
    expect(body).toEqual({ ok: true, got: { id: 5, ...expected } })
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
    expect(Object.keys(body.errors as object).sort()).toEqual(['stops.0.seats', 'stops.1.address', 'stops.1.seats', 'stops.2.address', 'stops.2.seats'])
    expect((await at.call(null, 'POST', 'send/3', { id: 8, stops: [] })).body).toEqual({ ok: true, got: { id: 3, stops: [] } })
    expect((await at.request({ method: 'POST', url: '/api/admin/send/3', payload: '[1]' })).status).toBe(400)
  })

  test('asks for a session, or for a right on a module, as its contract says', async () => {
    const status = async (role: Parameters<TestApp['call']>[0], method: 'GET' | 'POST', path: string) => (await at.call(role, method, path)).status
    expect(await status(null, 'GET', 'who')).toBe(401)
    expect(await status('none', 'GET', 'who')).toBe(200)
    expect(await Promise.all(([null, 'none', 'reader', 'operator', 'root', 'companyA', 'readerA'] as const).map((role) => status(role, 'POST', 'edit'))))
      .toEqual([401, 403, 403, 200, 200, 200, 403])
  })

  test('has the settings with the features\' defaults', async () => {
    expect((await at.call('reader', 'GET', 'who')).body).toEqual({ ok: true, id: at.ids.users.reader, brand: 'Prueba' })
    await at.database.db.insertInto('settings').values({ key: 'brand', value: '"Otra"' }).execute()
    await expect.poll(async () => (await at.call('reader', 'GET', 'who')).body.brand, { timeout: 2000 }).toBe('Otra')
  })

  test('fails loudly in tests when it answers against its contract', async () => {
    expect((await at.call(null, 'GET', 'wrong')).body).toMatchObject({ code: 'INTERNAL' })
  })

  test('is refused by any other method', async () => {
    expect(await at.call(null, 'POST', 'echo/5')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  })
})
