import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Type } from 'typebox'
import { defineCall } from '../../src/model/call'
import { AppError, ERRORS } from '../../src/model/errors'
import { serveCall, type ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const nothing = Type.Object({})
const failing = (path: string, fail: (db: TestApp['database']['db']) => Promise<unknown>) =>
  serveCall(
    defineCall({ method: 'POST', path: `fail/${path}`, access: 'public', request: nothing, response: nothing }),
    async ({ db }) => {
      await fail(db)
      return {}
    },
  )

const place = (row: object) => (db: TestApp['database']['db']) =>
  db
    .insertInto('places')
    .values(row as { [column: string]: unknown })
    .execute()
const shade = (row: object) => (db: TestApp['database']['db']) =>
  db
    .insertInto('shades')
    .values(row as { [column: string]: unknown })
    .execute()

const feature: ServerFeature = {
  name: 'fail',
  needs: {},
  calls: [
    failing('secret', () => Promise.reject(new Error('password=hunter2 at /srv/secret.ts'))),
    failing('thrown-text', () => Promise.reject('a text, and no error')),
    failing('conflict', () => Promise.reject(new AppError('CONFLICT', { body: { conflict: { who: 'Ana' } } }))),
    failing('unique', async (db) => {
      await shade({ name: 'Rojo', code: '#ff0000' })(db)
      await shade({ name: 'Otro', code: '#ff0000' })(db)
    }),
    failing('no-row', place({ name: 'x', id_company: 999_999 })),
    failing('in-use', async (db) => {
      const company = await db.insertInto('companies').values({ name: 'C' }).returning('id').executeTakeFirstOrThrow()
      await place({ name: 'x', id_company: company.id })(db)
      await db.deleteFrom('companies').where('id', '=', company.id).execute()
    }),
    failing('not-null', place({ name: null })),
    failing('bad-number', (db) => db.selectFrom('places').selectAll().where('id', '=', 'abc').execute()),
    failing('too-big', (db) => db.selectFrom('places').selectAll().where('id', '=', '99999999999999999999').execute()),
    failing('nul', place({ name: 'a\u0000b' })),
    failing('lost', () =>
      Promise.reject(Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })),
    ),
    failing('shutdown', () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))),
  ],
}

oneEngine((_engine, open) => {
  describe('a failed call', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ open, features: [feature] })
    })
    afterAll(() => at?.close())

    const fail = (path: string) => at.call(null, 'POST', `fail/${path}`)

    test('is {ok, msg, code} and nothing else, and keeps its secrets', async () => {
      for (const path of ['secret', 'thrown-text']) {
        const { status, body, text } = await fail(path)
        expect(status).toBe(500)
        expect(body).toEqual({ ok: false, msg: 'Por favor intente nuevamente o contacte a soporte.', code: 'INTERNAL' })
        expect(text).not.toMatch(/hunter2|secret|text/)
      }
    })

    test('carries what the error has to add', async () => {
      expect(await fail('conflict')).toMatchObject({
        status: 409,
        body: { ok: false, code: 'CONFLICT', conflict: { who: 'Ana' } },
      })
    })

    test.each([
      ['unique', 422, 'VALIDATION', { code: 'Ya existe un registro con este valor.' }],
      ['no-row', 422, 'VALIDATION', { id_company: expect.any(String) as string }],
      ['not-null', 422, 'VALIDATION', { name: expect.any(String) as string }],
      ['in-use', 409, 'IN_USE', undefined],
      ['bad-number', 400, 'MALFORMED', undefined],
      ['too-big', 400, 'MALFORMED', undefined],
      ['nul', 400, 'MALFORMED', undefined],
      ['lost', 503, 'UNAVAILABLE', undefined],
      ['shutdown', 503, 'UNAVAILABLE', undefined],
    ])('reads the database failure %s as %i %s', async (path, status, code, errors) => {
      const answer = await fail(path)
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({
        ok: false,
        msg: expect.any(String) as unknown,
        code,
        ...(errors ? { errors } : {}),
      })
      expect(answer.text).not.toMatch(/ECONNREFUSED|10\.0\.0\.5|duplicate|constraint/)
      expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
    })

    test.each([
      ['broken JSON', { method: 'POST', url: '/api/admin/login/login', payload: '{"username":' }, 400, 'MALFORMED'],
      [
        'a body of another type',
        { method: 'POST', url: '/api/admin/login/login', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
        400,
        'MALFORMED',
      ],
      [
        'a prototype in the body',
        { method: 'POST', url: '/api/admin/login/login', payload: '{"__proto__":{"x":1}}' },
        400,
        'MALFORMED',
      ],
      [
        'a body over the limit',
        { method: 'POST', url: '/api/admin/login/login', payload: `{"username":"${'x'.repeat(5 * 1024 * 1024)}"}` },
        413,
        'TOO_LARGE',
      ],
      ['an unknown call', { method: 'GET', url: '/api/other' }, 404, 'NOT_FOUND'],
      ['an unknown page where there is no console', { method: 'GET', url: '/nothing' }, 404, 'NOT_FOUND'],
      ['the wrong method', { method: 'POST', url: '/api/admin/verify', payload: '{}' }, 405, 'METHOD_NOT_ALLOWED'],
      ['a path that cannot be decoded', { method: 'GET', url: '/api/admin/words/%E0%A4%A' }, 400, 'MALFORMED'],
    ])('says %s in the same shape', async (_what, request, status, code) => {
      const answer = await at.request(request)
      expect(answer.status).toBe(status)
      expect(Object.keys(answer.body)).toEqual(['ok', 'msg', 'code'])
      expect(answer.body).toMatchObject({ ok: false, code })
      expect(String(answer.headers['content-type'])).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
    })

    test('speaks the language that was asked for', async () => {
      const say = async (language: string) =>
        (await at.request({ method: 'GET', url: '/api/none', headers: { 'accept-language': language } })).body.msg
      expect(await say('en-US,en;q=0.9,es;q=0.8')).toBe('There is no such call.')
      expect(await say('fr, es;q=0.5, en;q=0.1')).toBe('Esta llamada no existe.')
      expect(await say('*')).toBe('Esta llamada no existe.')
    })

    test('has a sentence for every code in every language', () => {
      const { words } = at.runtime
      for (const code of Object.keys(ERRORS))
        for (const language of words.languages) expect(words.say(language, `errors.${code}`)).not.toBe(`errors.${code}`)
    })
  })
})
