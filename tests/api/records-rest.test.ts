import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { recordApp, RECORD_RESOURCES, type RecordApp } from './records-fixture'

oneEngine((_engine, open) => {
  describe('simple REST', () => {
    let at: RecordApp
    beforeAll(async () => {
      at = await recordApp(open, {
        resources: { ...RECORD_RESOURCES, bins: { ...RECORD_RESOURCES.bins, import: true } },
      })
      for (let i = 1; i <= 12; i++) await at.make('root', 'parcels', { code: `R${i}`, title: `Caja ${i}`, pieces: i })
    })
    const rest = async (role: RoleName | null, method: string, path: string, body?: JsonObject) => {
      const answer = await at.request({
        method,
        url: `/api/rest/${path}`,
        token: role === null ? undefined : await at.tokenFor(role),
        payload: body && JSON.stringify(body),
      })
      return { ...answer, json: JSON.parse(answer.text) as unknown }
    }
    const query = (parts: { [key: string]: unknown }) =>
      new URLSearchParams(
        Object.entries(parts).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
      ).toString()

    test('lists by sort, range and filter, with the total in Content-Range', async () => {
      const answer = await rest(
        'reader',
        'GET',
        `parcels?${query({ sort: ['pieces', 'DESC'], range: [3, 5], filter: { pieces: { lte: 10 } } })}`,
      )
      expect(answer.status).toBe(200)
      expect((answer.json as JsonObject[]).map(({ pieces }) => pieces)).toEqual([7, 6, 5])
      expect(answer.headers['content-range']).toBe('parcels 3-5/10')
      expect(answer.headers['x-total-is-exact']).toBe('true')
      expect((await rest('reader', 'GET', `parcels?${query({ range: [50, 60] })}`)).headers['content-range']).toBe(
        'parcels */12',
      )
      expect(((await rest('reader', 'GET', 'parcels')).json as unknown[]).length).toBe(10)
    })

    test('answers several ids at once', async () => {
      const all = (await rest('reader', 'GET', `parcels?${query({ range: [0, 11] })}`)).json as JsonObject[]
      const ids = all.map(({ id }) => id)
      const many = (await rest('reader', 'GET', `parcels?${query({ filter: { id: ids } })}`)).json as JsonObject[]
      expect(many.map(({ id }) => id).sort()).toEqual(ids.sort())
    })

    test("creates, reads, changes and removes by the console's rules", async () => {
      const made = (await rest('operator', 'POST', 'parcels', { code: 'RX', title: 'Nueva' })).json as JsonObject
      expect(made).toMatchObject({ code: 'RX', version: 1, state: '1' })
      const path = `parcels/${String(made.id)}`
      expect((await rest('reader', 'GET', path)).json).toEqual(made)
      expect((await rest('operator', 'PUT', path, { ...made, title: 'Cambiada' })).json).toMatchObject({
        title: 'Cambiada',
        version: 2,
      })
      expect(await rest('operator', 'PUT', path, { ...made, title: 'Vieja' })).toMatchObject({
        status: 409,
        body: { ok: false, code: 'CONFLICT' },
      })
      expect(await rest('operator', 'PUT', path, { id: 1, title: 'x' })).toMatchObject({ status: 400 })
      expect(await rest('operator', 'PUT', path, { price: -1 })).toMatchObject({
        status: 422,
        body: { errors: { price: expect.any(String) as string } },
      })
      expect(await rest('reader', 'PUT', path, { title: 'x' })).toMatchObject({ status: 403 })
      expect(await rest('reader', 'DELETE', path)).toMatchObject({ status: 403 })
      expect((await rest('operator', 'DELETE', path)).json).toMatchObject({ id: made.id, title: 'Cambiada' })
      expect((await rest('operator', 'GET', path)).status).toBe(404)
      const log = at.items(await at.call('root', 'GET', 'logs', { target: 'parcels', id_target: made.id ?? null }))
      expect(log.map(({ type_log, se_platform }) => [type_log, se_platform])).toEqual([
        ['remove', 'api'],
        ['edit', 'api'],
        ['create', 'api'],
      ])
    })

    test.each([
      ['parcels?sort=title', 400],
      ['parcels?sort=["nothing","ASC"]', 400],
      ['parcels?range=[5,2]', 400],
      ['parcels?range=[0,1000]', 400],
      ['parcels?range=[-1,3]', 400],
      ['parcels?filter=[1]', 400],
      ['parcels?filter={"colour":1}', 400],
      ['parcels?colour=1', 400],
      ['nothing', 404],
      ['__proto__', 404],
      ['parcels/x', 404],
    ])('refuses %s with %i', async (path, status) => {
      expect(await rest('root', 'GET', path)).toMatchObject({
        status,
        body: { ok: false, msg: expect.any(String) as string, code: expect.any(String) as string },
      })
    })

    test('is closed to those without a session or a right', async () => {
      expect((await rest(null, 'GET', 'parcels')).status).toBe(401)
      expect((await rest('none', 'GET', 'parcels')).status).toBe(403)
      expect((await rest(null, 'GET', 'openapi.json')).status).toBe(401)
    })

    test('shows a program an example of every call and record, each value of the form that its field takes, and every failure', async () => {
      const { json } = await rest('root', 'GET', 'openapi.json')
      const { paths, components } = json as {
        paths: { [path: string]: { [verb: string]: Call } }
        components: { [part: string]: { [name: string]: JsonObject } }
      }
      expect(components['securitySchemes']).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } })
      expect(components['responses']).toMatchObject({
        TOO_MANY: {
          headers: { 'Retry-After': {} },
          content: { 'application/json': { example: { ok: false, code: 'TOO_MANY' } } },
        },
      })
      interface Call {
        readonly requestBody?: { content: { 'application/json'?: { example: JsonObject } } }
        readonly responses: { [status: string]: JsonObject }
        readonly 'x-codeSamples': readonly JsonObject[]
      }
      const calls = Object.entries(paths).flatMap(([path, verbs]) =>
        Object.entries(verbs)
          .filter(([verb]) => verb !== 'parameters' && verb !== 'servers')
          .map(([verb, call]) => ({ path, verb, call })),
      )
      expect(calls.length).toBeGreaterThan(20)
      for (const { path, verb, call } of calls) {
        expect([path, verb, call['x-codeSamples'][0]?.source]).toEqual([
          path,
          verb,
          expect.stringMatching(/^curl .*Bearer \$(KEY|TOKEN)/),
        ])
        expect(Object.keys(call.responses)).toEqual(
          expect.arrayContaining(['200', '401', '403', '429', ...(verb === 'put' ? ['400', '404', '409', '422'] : [])]),
        )
        const { $ref: shared = '' } = call.responses['200'] ?? {}
        const done = components['responses']?.[String(shared).split('/').at(-1) ?? ''] ?? call.responses['200']
        expect([path, verb, JSON.stringify(done)]).toEqual([path, verb, expect.stringContaining('"example":')])
        // The console's calls send no record.
        if (path.includes('{catalogue}')) continue
        const example = call.requestBody?.content['application/json']?.example ?? {}
        // Several records are sent as rows of one request.
        const [row] = (Array.isArray(example['rows']) ? example['rows'] : []) as readonly JsonObject[]
        const { id: _id, ...sent } = row ?? example
        const { entity } = at.metadata.model().resources[path.split('/')[1] ?? ''] ?? {}
        const fields = at.metadata.model().entities[entity ?? '']?.fields ?? {}
        for (const [name, value] of Object.entries(sent).filter(([name]) => name !== 'version')) {
          const field = fields[name]
          const type = field && at.runtime.fieldTypes[field.type]
          expect([path, name, field && type?.check(type.canonical(value, field), field)]).toEqual([path, name, null])
        }
      }
      const made = await rest(
        'root',
        'POST',
        'parcels',
        paths['/parcels']?.['post']?.requestBody?.content['application/json']?.example,
      )
      expect(made.status).toBe(200)
    })

    test('describes itself to each user as far as their rights go', async () => {
      const { json } = await rest('root', 'GET', 'openapi.json')
      expect(json).toMatchObject({
        openapi: '3.1.0',
        paths: {
          '/parcels': { get: {}, post: {} },
          '/parcels/{id}': { get: {}, put: {}, delete: {} },
          '/urgent_parcels': {},
        },
        components: {
          schemas: {
            parcels: {
              properties: {
                title: { type: 'string', maxLength: 200 },
                kind: { enum: ['a', 'b', null] },
                co_name: { readOnly: true },
              },
            },
            parcels_input: { required: ['code', 'title'] },
          },
        },
      })
      expect(JSON.stringify(json)).not.toContain('stamp')
      const references = JSON.stringify(json).match(/#\/components\/schemas\/\w+/g) ?? []
      const schemas = Object.keys(((json as JsonObject).components as JsonObject).schemas as JsonObject)
      expect(references.filter((one) => !schemas.includes(one.split('/').at(-1) ?? ''))).toEqual([])
      const catalogues = (path: string, of: unknown): string =>
        JSON.stringify(
          (of as { paths: { [path: string]: JsonObject } }).paths[`/{catalogue}/${path}`]?.parameters ?? [],
        )
      expect(catalogues('importVerify', json)).toContain('["bins"]')
      expect(catalogues('merge', json)).toContain('"parcels"')
      const reader = (await rest('reader', 'GET', 'openapi.json')).json as { paths: { [path: string]: object } }
      expect(Object.keys(reader.paths['/parcels'] ?? {})).toEqual(['get'])
      expect([catalogues('importVerify', reader), catalogues('merge', reader)]).toEqual(['[]', '[]'])
      const company = (await rest('companyA', 'GET', 'openapi.json')).text
      expect(company).not.toContain('margin')
    })
  })
})
