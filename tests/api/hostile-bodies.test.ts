import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import type { JsonObject } from '../../src/model/json'
import { serveCall, type ServerFeature } from '#engine/server'
import { multipartForm } from '../multipart'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const KEYS = 150_000
const MAX_ANSWER_BYTES = 20_000
const feature: ServerFeature = {
  name: 'plain',
  needs: {},
  calls: [
    serveCall(
      defineCall({
        method: 'POST',
        path: 'plain/say',
        access: 'session',
        request: Type.Object({ a: Type.Optional(Type.Array(Type.Number())) }, { additionalProperties: false }),
        response: Type.Object({}),
      }),
      async () => ({}),
    ),
  ],
}
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

oneEngine((_engine, open) => {
  let at: TestApp
  let token = ''
  beforeAll(async () => {
    at = await testApp({ open, features: [feature] })
    token = await at.tokenFor('root')
  })
  afterAll(() => at?.close())
  const post = (path: string, payload: string) =>
    at.request({ method: 'POST', url: `/api/admin/${path}`, token, payload })

  describe('what a call made up does not come back whole', () => {
    test.each([
      ['places/create', 20, / Y 149980 errores más\.$/],
      ['plain/say', 8, /^Revise los datos marcados\.$/],
    ])('a hundred and fifty thousand unknown keys in %s: %i are named', async (path, named, msg) => {
      const { status, body, text } = await post(
        path,
        JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`k${i}`, i]))),
      )
      expect(status).toBe(422)
      const unknown = Object.keys(body.errors as JsonObject).filter((key) => key.startsWith('k'))
      expect(unknown).toHaveLength(named)
      expect(body.msg).toMatch(msg)
      expect(text.length).toBeLessThan(MAX_ANSWER_BYTES)
    })

    test('a name of a megabyte is cut', async () => {
      const { status, text } = await post('plain/say', JSON.stringify({ ['n'.repeat(1_000_000)]: 1 }))
      expect(status).toBe(422)
      expect(text.length).toBeLessThan(MAX_ANSWER_BYTES)
    })

    test('wrong values without number are named in part', async () => {
      const { status, text } = await post(
        'plain/say',
        JSON.stringify({ a: Array.from({ length: 100_000 }, () => 'x') }),
      )
      expect(status).toBe(422)
      expect(text.length).toBeLessThan(MAX_ANSWER_BYTES * 3)
    })

    test('so do unknown filters', async () => {
      const filters = JSON.stringify({ ['f'.repeat(6000)]: 1 })
      const { status, text } = await at.request({
        method: 'GET',
        url: `/api/admin/places?filters=${encodeURIComponent(filters)}`,
        token,
      })
      expect(status).toBe(400)
      expect(text.length).toBeLessThan(MAX_ANSWER_BYTES)
    })
  })

  describe('a body that is five thousand levels deep', () => {
    test.each([
      'me/update',
      'me/setLanguage',
      'login/login',
      'places/create',
      'places/edit',
      'plain/say',
      'nowhere/at/all',
    ])('is refused with a sentence by %s', async (path) => {
      const { status, body } = await post(path, `{"user":{"data":{"settings":${deep(5000)}}}}`)
      expect(status).toBe(400)
      expect(body.msg).toBe('La solicitud tiene más de 64 niveles, uno dentro de otro.')
    })

    test('is refused as a filter and as a part of a form', async () => {
      const query = await at.request({
        method: 'GET',
        url: `/api/admin/places?filters=${encodeURIComponent(`{"a":${deep(1500)}}`)}`,
        token,
      })
      expect([query.status, query.body.msg]).toEqual([400, 'La solicitud tiene más de 64 niveles, uno dentro de otro.'])
      const { payload, headers } = multipartForm([
        { name: 'id_company', content: deep(5000), type: 'application/json' },
      ])
      const form = await at.app.inject({
        method: 'POST',
        url: '/api/admin/places/create',
        payload,
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      expect(form.statusCode).toBe(400)
    })

    test('brackets in a text are none', async () => {
      expect((await post('plain/say', JSON.stringify({ a: [1], b: '['.repeat(500) }))).status).toBe(422)
      expect((await post('plain/say', `{"a":[1],"b\\"${'['.repeat(500)}":1}`)).status).toBe(422)
    })
  })

  test.each([
    '{"__proto__":{"root":true}}',
    '{"a":[{"__proto__":1}]}',
    '{"\\u005f_proto__":{"root":true}}',
    '{"constructor":{"prototype":{"root":true}}}',
  ])('%s is refused', async (payload) => {
    expect((await post('plain/say', payload)).status).toBe(400)
    expect((await post('me/update', payload)).status).toBe(400)
  })
})
