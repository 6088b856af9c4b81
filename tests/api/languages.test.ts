import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { checkWord } from '../../src/model/words/check-words'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

interface Item {
  readonly id: string
  readonly value: string | null
  readonly default_value: string | null
  readonly source: string
  readonly completed: boolean
}

/**
 * LibreTranslate's `POST /translate`, as its documentation has it: it upcases words, and `lose` makes it forget what
 * must be kept.
 */
async function translationService(): Promise<{
  readonly url: string
  readonly asked: JsonObject[]
  readonly server: Server
}> {
  const asked: JsonObject[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
        readonly q: readonly string[]
        readonly target: string
      }
      asked.push(body as unknown as JsonObject)
      if (body.target === 'za')
        return void response.writeHead(400).end(JSON.stringify({ error: 'za is not supported' }))
      const said = body.q.map((html) =>
        html.includes('PIERDE')
          ? 'LOST'
          : html.replace(
              /(<[^>]*>)|([^<]+)/g,
              (_all, tag?: string, text?: string) =>
                tag ?? (text ?? '').replace(/[\p{L}]+(?![\p{L};])/gu, (word) => word.toUpperCase()),
            ),
      )
      response.writeHead(200).end(JSON.stringify({ translatedText: said }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
}

oneEngine((_engine, open) => {
  describe('the texts of the console', () => {
    let at: TestApp
    let service: Awaited<ReturnType<typeof translationService>>
    beforeAll(async () => {
      service = await translationService()
      at = await testApp({ open, webhookHosts: ['127.0.0.1'] })
    })
    afterAll(async () => {
      await at?.close()
      service?.server.close()
      service.server.closeAllConnections()
    })
    const root = (method: 'GET' | 'POST', path: string, input?: JsonObject) => at.call('root', method, path, input)
    const groups = async (id_language: string) =>
      (await root('GET', 'languages/info', { id_language })).body.groups as unknown as {
        readonly id: number
        readonly key: string
        readonly num_unfilled: number
      }[]
    const idOf = async (key: string): Promise<number> =>
      (await groups('es')).find((group) => group.key === key)?.id ?? 0
    const items = async (id_language: string, key: string, filters: JsonObject = {}) =>
      (
        await root('GET', 'languages/group', {
          id_language,
          id_group: await idOf(key),
          filters: JSON.stringify(filters),
        })
      ).body.items as unknown as Item[]
    const save = async (id_language: string, key: string, list: readonly JsonObject[]) =>
      root('POST', 'languages/saveGroupItems', { id_language, id_group: await idOf(key), items: list as JsonObject[] })
    const said = (language: string, key: string) => at.runtime.words.say(language, key)

    test('are those of the files until somebody writes others, which rule at once and under another hash', async () => {
      const before = await at.request({ method: 'GET', url: '/api/admin/words/es' })
      const stamp = async () => (await at.call('reader', 'GET', 'live')).body.settings
      const was = await stamp()
      const item = (await items('es', 'login')).find(({ id }) => id === 'login.welcome')
      expect(item).toMatchObject({ value: item?.default_value, source: item?.value, completed: true })
      expect(
        (
          await save('es', 'login', [
            { id: 'login.welcome', value: 'Qué bueno verle, %{name}', was: item?.value ?? null },
          ])
        ).body,
      ).toMatchObject({ ok: true, saved: 1 })
      const after = await at.request({
        method: 'GET',
        url: '/api/admin/words/es',
        headers: { 'if-none-match': String(before.headers.etag) },
      })
      expect(after.status).toBe(200)
      expect(((after.body.words as JsonObject).login as JsonObject).welcome).toBe('Qué bueno verle, %{name}')
      // English has a text of its own; open consoles are told.
      expect(said('en', 'login.welcome')).not.toContain('Qué bueno')
      expect(await stamp()).not.toBe(was)
      expect((await at.login('root@test.pe')).body.msg).toContain('Qué bueno verle')
      // The original comes back whole, and nothing is stored for it.
      await save('es', 'login', [{ id: 'login.welcome', value: '' }])
      expect((await at.request({ method: 'GET', url: '/api/admin/words/es' })).headers.etag).toBe(before.headers.etag)
      expect(await at.database.db.selectFrom('translations').select('key').execute()).toEqual([])
    })

    test('keep their placeholders, plurals and tags, or are refused at their place; nothing of such a save is kept', async () => {
      const refused = await save('en', 'own_reports', [
        { id: 'own_reports.private', value: 'Mine alone' },
        { id: 'own_reports.mail_link', value: 'See %{nom}' },
        { id: 'own_reports.nowhere', value: 'x' },
        { id: '__proto__.x', value: 'x' },
      ])
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors as JsonObject)).toEqual(['items.1.value', 'items.2.id', 'items.3.id'])
      expect((refused.body.errors as JsonObject)['items.1.value']).toContain('%{url}')
      expect(said('en', 'own_reports.private')).not.toBe('Mine alone')
      expect((await save('en', 'login', [{ id: 'own_reports.private', value: 'x' }])).status).toBe(422)
      expect(
        (await save('en', 'own_reports', [{ id: 'own_reports.private', value: 'Mine alone', was: 'an older text' }]))
          .status,
      ).toBe(422)
    })

    test.each([
      ['Hola, %{name}', 'Hello', ['placeholder_missing']],
      ['Hola', 'Hello %{name}', ['placeholder_unknown']],
      ['%{smart_count} fila |||| %{smart_count} filas', '%{smart_count} rows', ['plural']],
      ['%{smart_count} fila |||| %{smart_count} filas', 'one row |||| %{smart_count} rows', []],
      ['<b>Sí</b>', 'Yes', ['tags']],
      ['{{name | upper}}', '{{name|upper}}', []],
      ['¿Seguro?', 'Sure', ['ending']],
      ['Sí', 'Yes, of course and as soon as possible', ['long']],
      ['Sí', ' Yes', ['spaces']],
    ])('%j against %j: %j', (source, value, problems) => {
      expect(checkWord(source, value).map(({ problem }) => problem)).toEqual(problems)
      expect(checkWord('x', 'y'.repeat(10_001))).toEqual([{ problem: 'too_long' }])
    })

    test("in a new language are the main one's until they are filled; people choose it, and lose it with its removal", async () => {
      for (const id of ['p', 'por', 'P1', 'xx', 'zz'])
        expect((await root('POST', 'languages/create', { id, name: 'Português' })).status).toBe(422)
      expect((await root('POST', 'languages/create', { id: 'es', name: 'Otra' })).body.errors).toHaveProperty('id')
      const made = await Promise.all(
        [1, 2].map(() => root('POST', 'languages/create', { id: 'pt', name: 'Português', flag: '🇵🇹' })),
      )
      expect(made.map(({ status }) => status).toSorted()).toEqual([200, 422])
      const list = (await root('GET', 'languages')).body.items as unknown as JsonObject[]
      expect(list.map(({ id }) => id)).toEqual(['es', 'en', 'he', 'pt'])
      expect(list[3]).toMatchObject({
        name: 'Português',
        flag: '🇵🇹',
        completed: false,
        removable: true,
        num_unfilled: list[3]?.num_texts,
      })
      expect(list[0]).toMatchObject({ is_main_language: true, completed: true, removable: false })

      const unfilled = await items('pt', 'login', { unfilled: 1 })
      expect(unfilled.length).toBeGreaterThan(3)
      await save('pt', 'login', [{ id: 'login.welcome', value: 'Bem-vindo, %{name}' }])
      expect(await items('pt', 'login', { unfilled: 1 })).toHaveLength(unfilled.length - 1)
      expect(await items('pt', 'login', { q: 'BEM-VINDO' })).toHaveLength(1)
      expect((await at.call('operator', 'POST', 'me/setLanguage', { language: 'pt' })).status).toBe(200)
      expect((await at.call('operator', 'GET', 'verify')).body).toMatchObject({ user: { actor: { language: 'pt' } } })
      // It is offered to people once half of it is said.
      const offered = async () =>
        (
          (await at.request({ method: 'GET', url: '/api/admin/words/pt' })).body.words as {
            shell: { languages: JsonObject }
          }
        ).shell.languages.pt
      expect(await offered()).toBeUndefined()
      const chosen = async (role: 'root' | 'operator') =>
        ((await at.call(role, 'GET', 'verify')).body.user as unknown as { languages: { id: string }[] }).languages.map(
          ({ id }) => id,
        )
      expect(await chosen('root')).toEqual(['es', 'en', 'he'])
      // Whoever speaks it already can go back to it.
      expect(await chosen('operator')).toEqual(['es', 'en', 'he', 'pt'])
      const keys = at.runtime.words.ownKeys('es').filter((key) => !key.startsWith('login.'))
      await at.database.db
        .insertInto('translations')
        .values(
          keys.slice(0, Math.ceil(keys.length * 0.6)).map((key) => ({
            language: 'pt',
            key,
            value: 'x',
            date_created: '2026-11-21T00:00:00Z',
            date_updated: '2026-11-21T00:00:00Z',
          })),
        )
        .execute()
      await save('pt', 'login', [{ id: 'login.welcome', value: 'Boas-vindas, %{name}' }])
      expect(await offered()).toBe('Português')
      expect(await chosen('root')).toEqual(['es', 'en', 'he', 'pt'])
      // What the main language says differently here, it says here as well.
      await save('es', 'login', [{ id: 'login.busy', value: 'Un momento...' }])
      expect(said('pt', 'login.busy')).toBe(said('es', 'login.busy'))
      await save('es', 'login', [{ id: 'login.busy', value: null }])

      expect((await root('POST', 'languages/remove', { id: 'en' })).status).toBe(409)
      expect((await root('POST', 'languages/remove', { id: 'pt' })).status).toBe(200)
      expect((await at.request({ method: 'GET', url: '/api/admin/words/pt' })).status).toBe(404)
      expect((await at.call('operator', 'GET', 'verify')).status).toBe(200)
      expect(said('pt', 'login.welcome')).toBe(said('es', 'login.welcome'))
    })

    test('that metadata says in Spanish are renamed for one language alone', async () => {
      const key = 'resources.places'
      const name = (await items('es', key)).find(({ id }) => id === `${key}.name`)
      expect(name?.value).toBeTruthy()
      await save('es', key, [{ id: `${key}.name`, value: 'Puntos' }])
      const menu = async (role: 'root' | 'reader') => JSON.stringify((await at.call(role, 'GET', 'verify')).body.user)
      expect(await menu('root')).toContain('"Puntos"')
      await save('es', key, [{ id: `${key}.name`, value: null }])
      expect(await menu('root')).not.toContain('"Puntos"')
    })

    test('are translated by a service that keeps the placeholders; what loses one is given back empty', async () => {
      expect((await root('POST', 'languages/translate', { language: 'en', words: ['Hola'] })).status).toBe(422)
      await at.database.transaction(async (tx) => {
        await tx
          .insertInto('settings')
          .values([
            { key: 'translate_url', value: JSON.stringify(`${service.url}/`), hidden: true },
            { key: 'translate_key', value: JSON.stringify('k1'), hidden: true },
          ])
          .execute()
      })
      at.runtime.changed('settings')
      const { status, body, text } = await root('POST', 'languages/translate', {
        language: 'en',
        words: [
          'Hola, %{name} & <b>compañía</b>: {{client.name|upper}}',
          '%{smart_count} fila |||| %{smart_count} filas',
          'PIERDE %{x}',
        ],
      })
      expect(status, text).toBe(200)
      expect(body.items).toEqual([
        { value: 'HOLA, %{name} & <b>COMPAÑÍA</b>: {{client.name|upper}}' },
        { value: '%{smart_count} FILA |||| %{smart_count} FILAS' },
        { value: null },
      ])
      expect(service.asked[0]).toMatchObject({ source: 'es', target: 'en', format: 'html', api_key: 'k1' })
      expect((await root('GET', 'languages/info', { id_language: 'en' })).body.auto_translate).toBe(true)
      expect((await root('GET', 'languages/info', { id_language: 'es' })).body.auto_translate).toBe(false)
      await root('POST', 'languages/create', { id: 'za', name: 'Vahcuengh' })
      expect(await root('POST', 'languages/translate', { language: 'za', words: ['Hola'] })).toMatchObject({
        status: 503,
        body: { msg: expect.stringContaining('za is not supported') as unknown as string },
      })
      await root('POST', 'languages/remove', { id: 'za' })
    })

    test('go out as JSON and as a sheet, and come back without loss; what does not fit is named', async () => {
      await root('POST', 'languages/create', { id: 'qu', name: 'Runasimi' })
      const saved = await save('qu', 'login', [{ id: 'login.welcome', value: 'Allin hamusqayki, %{name}' }])
      expect(saved.status, saved.text).toBe(200)
      const { words } = (await root('GET', 'languages/export', { id_language: 'qu' })).body as { words: JsonObject }
      expect(words).toEqual({ login: { welcome: 'Allin hamusqayki, %{name}' } })
      const base64 = (value: string | Buffer) => Buffer.from(value).toString('base64')
      const file = {
        ...words,
        login: { welcome: 'Hamuy, %{name}', busy: 'Suyay...', nothing: 'x' },
        shell: { logout: 'Hawaman %{away}' },
      }
      const brought = await root('POST', 'languages/import', {
        id_language: 'qu',
        name: 'qu.json',
        base64: base64(JSON.stringify(file)),
      })
      expect(brought.body).toMatchObject({ saved: 2 })
      expect((brought.body.refused as unknown as JsonObject[]).map(({ id }) => id)).toContain('login.nothing')
      expect(said('qu', 'login.welcome')).toBe('Hamuy, %{name}')
      const token = await at.tokenFor('root')
      const sheet = await at.app.inject({
        method: 'GET',
        url: '/api/admin/languages/sheet?id_language=qu&format=xlsx',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(sheet.statusCode).toBe(200)
      const whole = await root('POST', 'languages/import', {
        id_language: 'qu',
        name: 'qu.xlsx',
        base64: base64(sheet.rawPayload),
      })
      expect(whole.body, whole.text).toMatchObject({ ok: true, saved: 0, refused: [] })
      expect(
        (await root('POST', 'languages/import', { id_language: 'qu', name: 'x.json', base64: base64('{"a":') })).status,
      ).toBe(422)
      await root('POST', 'languages/remove', { id: 'qu' })
    })

    test('are the business of those with the right to them', async () => {
      expect((await at.call('reader', 'GET', 'languages')).status).toBe(200)
      expect((await at.call('none', 'GET', 'languages')).status).toBe(403)
      expect((await at.call('companyA', 'GET', 'languages/export', { id_language: 'es' })).status).toBe(403)
      // Their role edits all modules, but these texts are everybody's.
      expect(
        (await at.call('companyA', 'POST', 'languages/saveGroupItems', { id_language: 'es', id_group: 1, items: [] }))
          .status,
      ).toBe(403)
      for (const role of ['reader', 'none'] as const) {
        expect(
          (await at.call(role, 'POST', 'languages/saveGroupItems', { id_language: 'es', id_group: 1, items: [] }))
            .status,
        ).toBe(403)
        expect((await at.call(role, 'POST', 'languages/translate', { language: 'en', words: ['x'] })).status).toBe(403)
      }
      expect((await root('GET', 'languages/group', { id_language: 'es', id_group: 9999 })).status).toBe(404)
      expect((await root('GET', 'languages/info', { id_language: 'xx' })).status).toBe(404)
    })
  })
})
