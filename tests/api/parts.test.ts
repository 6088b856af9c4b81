import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  gateways: {
    title: 'Pasarela',
    type: 'object',
    required: ['name', 'type'],
    'x-scope': { shared: true },
    'x-by': 'type',
    'x-parts': {
      smtp: { fields: ['host', 'port', 'secret', 'timeout'], required: ['host', 'secret'] },
      api: ['url', 'timeout', 'quota'],
    },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-unique': true },
      type: {
        'x-type': 'enum',
        'x-values': [
          { value: 'smtp', title: 'Servidor' },
          { value: 'api', title: 'Servicio' },
          { value: 'none', title: 'Ninguna' },
        ],
      },
      host: { type: 'string', maxLength: 80, 'x-search': true },
      port: { type: 'integer', default: 25 },
      secret: { 'x-type': 'secret' },
      url: { 'x-type': 'url' },
      timeout: { 'x-type': 'duration', 'x-unit': 's' },
      quota: { type: 'integer', 'x-see': { 'user.root': { eq: true } } },
    },
  },
}
const RESOURCES = {
  gateways: { title: 'Pasarelas', import: { columns: ['name', 'type', 'host', 'url'], match: ['name'] } },
}

oneEngine((_engine, open) => {
  describe('fields that belong to one value of an enum', () => {
    let at: TestApp
    const save = (input: JsonObject, role: 'root' | 'operator' = 'root') =>
      at.call(role, 'POST', 'gateways/create', input)
    const saved = async (input: JsonObject, role: 'root' | 'operator' = 'root'): Promise<JsonObject> => {
      const { status, body, text } = await save(input, role)
      expect(status, text).toBe(200)
      return body.item as JsonObject
    }
    const stored = async (id: unknown) =>
      at.database.db
        .selectFrom('gateways')
        .select(['host', 'port', 'secret', 'url', 'timeout', 'quota'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow() as Promise<JsonObject>
    beforeAll(async () => {
      at = await testApp({ open, schemas: SCHEMAS, resources: RESOURCES })
    })
    afterAll(() => at?.close())

    test('are seen, needed and kept while the enum has it', async () => {
      const mail = await saved({
        name: 'correo',
        type: 'smtp',
        host: 'mail.test',
        secret: 'secreto-1',
        timeout: 5,
        url: 'https://x.test',
      })
      expect(mail).toMatchObject({ host: 'mail.test', port: 25, timeout: 5 })
      expect(Object.keys(mail)).not.toContain('url')
      expect(await stored(mail.id)).toMatchObject({ url: null })
      expect((await save({ name: 'sin', type: 'smtp' })).body).toMatchObject({
        code: 'VALIDATION',
        errors: { host: expect.any(String), secret: expect.any(String) },
      })
      expect(await saved({ name: 'servicio', type: 'api' })).toMatchObject({ url: null })
    })

    test('are emptied by the write that gives it another, secrets too, whoever writes', async () => {
      const { id } = await saved({
        name: 'cambia',
        type: 'smtp',
        host: 'mail.test',
        port: 587,
        secret: 'secreto-2',
        timeout: 9,
      })
      await saved({ id: id ?? 0, type: 'api', url: 'https://api.test' })
      expect(await stored(id)).toEqual({
        host: null,
        port: null,
        secret: null,
        url: 'https://api.test',
        timeout: expect.anything(),
        quota: null,
      })
      const [line] = (await at.call('root', 'GET', 'logs', { target: 'gateways', id_target: id ?? 0 })).body
        .items as unknown as JsonObject[]
      expect(((line?.changes as unknown as { field: string }[] | undefined) ?? []).map(({ field }) => field)).toEqual(
        expect.arrayContaining(['type', 'host', 'port', 'secret', 'url']),
      )
      // Nothing is left of the secret, so it is asked again.
      expect((await save({ id: id ?? 0, type: 'smtp', host: 'mail.test' })).body).toMatchObject({
        errors: { secret: expect.any(String) },
      })
      await saved({ id: id ?? 0, quota: 7 })
      await saved({ id: id ?? 0, type: 'none' }, 'operator')
      expect(await stored(id)).toEqual({ host: null, port: null, secret: null, url: null, timeout: null, quota: null })
    })

    test('keep what a change of something else leaves alone', async () => {
      const { id } = await saved({ name: 'queda', type: 'smtp', host: 'mail.test', secret: 'secreto-3' })
      await saved({ id: id ?? 0, name: 'queda igual' })
      expect(await stored(id)).toMatchObject({ host: 'mail.test', secret: expect.any(String) })
    })

    test('stand in the form under the title of the value', () => {
      const rows = at.metadata.model().resources.gateways?.form.rows ?? []
      expect(rows.map((row) => ('cells' in row ? row.cells.map(({ f }) => f) : [row.title, row.rows]))).toEqual([
        ['name', 'type'],
        ['timeout'],
        [
          'Servidor',
          [
            {
              cells: [
                { f: 'host', columns: 6 },
                { f: 'port', columns: 6 },
              ],
            },
            { cells: [{ f: 'secret', columns: 6 }] },
          ],
        ],
        [
          'Servicio',
          [
            {
              cells: [
                { f: 'url', columns: 6 },
                { f: 'quota', columns: 6 },
              ],
            },
          ],
        ],
      ])
    })
  })
})
