import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { readWords } from '../../src/server/language/words/read-words'
import { writeSettings } from '../../src/server/language/settings/write-settings'
import { oneEngine } from '../engines'
import { TEST_KEYRING } from '../keyring'
import { emailOf, PASSWORD } from './fixture-users'
import { keyApp } from './keys-fixture'
import { mailServer } from './mail-server'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** As docs/api.md says it, for scanners of secrets: CRC-32 of all before it, in six digits of base 62. */
const checksumOf = (text: string): string =>
  Array.from({ length: 6 }, (_, place) => DIGITS[Math.floor(crc32(text) / 62 ** (5 - place)) % 62]).join('')

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

oneEngine((_engine, open) => {
  describe('an API key', () => {
    let at: Awaited<ReturnType<typeof keyApp>>
    let clock_ms = Date.parse('2026-11-21T05:00:10Z')
    let parcel: JsonObject
    beforeAll(async () => {
      at = await keyApp(open, { now: () => new Date(clock_ms) })
      parcel = await at.make('companyA', 'parcels', { code: 'A', title: 'De A', pieces: 2 })
      await at.make('companyB', 'parcels', { code: 'B', title: 'De B' })
      await at.make('operator', 'parcels', { code: 'C', title: 'De la casa', margin: 7 })
    })
    afterAll(() => at?.close())

    const codes = async (key: string) =>
      (JSON.parse((await at.ask(key, 'GET', 'rest/parcels?sort=["code","ASC"]')).text) as JsonObject[]).map(
        ({ code }) => code,
      )
    const post = async (token: string, path: string, body: JsonObject) =>
      at.request({ method: 'POST', url: `/api/admin/${path}`, token, payload: JSON.stringify(body) })
    const setting = async (key: string, value: number) => {
      await at.database.transaction((tx) =>
        writeSettings(tx, { [key]: value }, { hidden: false, keyring: TEST_KEYRING }),
      )
      at.runtime.changed('settings')
    }
    const refused = (status: number, code: string, msg: RegExp) => ({
      status,
      body: { ok: false, code, msg: expect.stringMatching(msg) as unknown },
    })

    test("is made with the person's own password, is answered once, and is stored as a hash", async () => {
      const token = String((await at.login(emailOf('operator'))).body.token)
      clock_ms += 11 * MINUTE_MS
      const wanted = { name: 'Contabilidad', modules: [{ id: 'parcels' }] }
      expect(await post(token, 'me/createKey', wanted)).toMatchObject({ status: 403, body: { code: 'CONFIRM' } })
      expect((await post(token, 'me/confirm', { password: PASSWORD })).status).toBe(200)
      const made = await post(token, 'me/createKey', wanted)
      expect(made).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      const key = String(made.body.key)
      expect(key).toMatch(/^tr_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
      expect(checksumOf(key.slice(0, -6))).toBe(key.slice(-6))
      expect(await codes(key)).toEqual(['A', 'B', 'C'])
      const tables = await Promise.all(
        ['api_keys', 'logs', 'mail_outbox'].map((table) => at.database.db.selectFrom(table).selectAll().execute()),
      )
      expect(JSON.stringify(tables)).not.toContain(key.slice(16))
      const mine = (await at.call('operator', 'GET', 'me/keys')).body as {
        items: JsonObject[]
        modules: JsonObject[]
        days: number
      }
      expect(mine.items[0]).toMatchObject({
        name: 'Contabilidad',
        prefix: key.slice(0, 15),
        status: 'active',
        rights: [{ id: 'parcels', name: 'Paquetes', edit: false, held: true }],
      })
      expect(JSON.stringify(mine)).not.toContain(key.slice(16))
      expect(mine.modules.map(({ id }) => id)).toEqual(expect.arrayContaining(['parcels', 'people']))
      expect(mine.modules.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['roles']))
      const { subject, body } = await at.database.db
        .selectFrom('mail_outbox')
        .select(['subject', 'body'])
        .where('recipient', '=', emailOf('operator'))
        .executeTakeFirstOrThrow()
      expect(`${String(subject)} ${String(body)}`).toMatch(/clave de API[^]*Contabilidad/)
    })

    test.each<[string, JsonObject, string]>([
      ['without a name', { name: ' ', modules: [{ id: 'parcels' }] }, 'name'],
      ['for nothing', { name: 'x', modules: [] }, 'modules'],
      ['for a module that its maker does not see', { name: 'x', modules: [{ id: 'nothing' }] }, 'modules'],
      ['to edit what its maker only sees', { name: 'x', modules: [{ id: 'parcels', edit: 1 }] }, 'modules'],
      ['for what is closed to programs', { name: 'x', modules: [{ id: 'sessions' }] }, 'modules'],
      ['for longer than the settings allow', { name: 'x', modules: [{ id: 'parcels' }], days: 366 }, 'days'],
      ['for no day', { name: 'x', modules: [{ id: 'parcels' }], days: 0 }, 'days'],
    ])('is not made %s', async (_what, body, field) => {
      expect(await at.call('reader', 'POST', 'me/createKey', body)).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.any(String) as unknown } },
      })
    })

    test("opens the modules it was given, to see or to edit, within its owner's scope, and no others", async () => {
      const { key } = await at.makeKey('companyA', [{ id: 'parcels', edit: 1 }, { id: 'depots' }])
      expect(await codes(key)).toEqual(['A'])
      const made = JSON.parse(
        (await at.ask(key, 'POST', 'rest/parcels', { code: 'A2', title: 'Nueva' })).text,
      ) as JsonObject
      expect(made).toMatchObject({ code: 'A2', version: 1, id_company: at.ids.companies.a })
      const path = `rest/parcels/${String(made.id)}`
      expect(await at.ask(key, 'PUT', path, { title: 'Otra', version: 1 })).toMatchObject({
        status: 200,
        body: { version: 2 },
      })
      expect(await at.ask(key, 'PUT', path, { title: 'Vieja', version: 1 })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
      expect(
        (
          await at.ask(key, 'POST', 'admin/parcels/create', {
            id: made.id ?? null,
            version: 2,
            title: 'Por la consola',
          })
        ).status,
      ).toBe(200)
      expect((await at.ask(key, 'POST', 'admin/parcels/disable', { ids: [made.id ?? null] })).status).toBe(200)
      expect((await at.ask(key, 'GET', 'admin/parcels?format=csv')).text).toContain('Por la consola')
      expect((await at.ask(key, 'DELETE', path)).status).toBe(200)
      expect(await at.ask(key, 'GET', `rest/depots/${at.depots.a}`)).toMatchObject({ status: 200 })
      expect(await at.ask(key, 'GET', `rest/depots/${at.depots.b}`)).toMatchObject({ status: 404 })
      expect(await at.ask(key, 'PUT', `rest/depots/${at.depots.a}`, { name: 'x' })).toMatchObject({ status: 403 })
      for (const other of ['readings', 'companies', 'people'])
        expect([other, (await at.ask(key, 'GET', `rest/${other}`)).status]).toEqual([other, 403])
      expect(
        await at.ask(key, 'POST', 'rest/parcels', { code: 'X', title: 'x', id_company: at.ids.companies.b }),
      ).toMatchObject({ status: 422 })
    })

    test('makes the moves of a flow, those with a right of their own by that right', async () => {
      const { key } = await at.makeKey('operator', [{ id: 'claims', edit: 1 }])
      const { key: payer } = await at.makeKey('operator', [
        { id: 'claims', edit: 1 },
        { id: 'claims.pay', edit: 1 },
      ])
      const path = `rest/claims/${Number((await at.ask(key, 'POST', 'rest/claims', { name: 'Uno' })).body.id)}`
      expect(await at.ask(key, 'POST', `${path}/take`, {})).toMatchObject({ status: 200, body: { stage: 'open' } })
      expect(await at.ask(key, 'POST', `${path}/pay`, {})).toMatchObject({ status: 403 })
      expect(await at.ask(payer, 'POST', `${path}/pay`, {})).toMatchObject({ status: 200, body: { stage: 'paid' } })
      expect(await at.ask(payer, 'POST', `${path}/pay`, {})).toMatchObject({ status: 409 })
      expect(
        at.items(await at.call('operator', 'GET', 'api_keys', { limit: 1, order_col: 'id', order_dir: 'desc' })),
      ).toMatchObject([{ rights: 'Reclamo (ver y editar), Reclamo: Pagar (ver y editar)' }])
    })

    test('shows no field that is hidden from its owner, nor what only root sees', async () => {
      const { key } = await at.makeKey('companyA', [{ id: 'parcels' }])
      expect((await at.ask(key, 'GET', 'rest/parcels')).text).not.toContain('margin')
      const { key: house } = await at.makeKey('operator', [{ id: 'parcels' }])
      expect((await at.ask(house, 'GET', 'rest/parcels')).text).toContain('"margin":7')
      expect((await at.ask(house, 'GET', 'rest/parcels')).text).not.toContain('stamp')
      const { key: root } = await at.makeKey('root', [{ id: 'parcels', edit: 1 }])
      expect(await at.ask(root, 'PUT', `rest/parcels/${String(parcel.id)}`, { approved: 1 })).toMatchObject({
        status: 422,
        body: { errors: { approved: expect.any(String) as unknown } },
      })
    })

    test('does nothing that only a person does: sessions, keys, passwords, roles, settings, imports, bespoke calls', async () => {
      const { key } = await at.makeKey('root', [
        { id: 'parcels', edit: 1 },
        { id: 'people', edit: 1 },
      ])
      const { reader, readerA } = at.ids.users
      const closed: [string, string, JsonObject?][] = [
        ['GET', 'admin/verify'],
        ['GET', 'admin/me'],
        ['GET', 'admin/me/keys'],
        ['GET', 'admin/logs'],
        ['GET', 'admin/parcels/views'],
        ['POST', 'admin/login/login', { username: emailOf('root'), password: PASSWORD }],
        ['POST', 'admin/login/logout'],
        ['POST', 'admin/me/createKey', { name: 'x', modules: [{ id: 'parcels' }] }],
        ['POST', 'admin/me/confirm', { password: PASSWORD }],
        ['POST', 'admin/me/updateProfile', { password: 'x', password_current: PASSWORD }],
        ['POST', 'admin/me/setLanguage', { language: 'en' }],
        ['POST', 'admin/api_keys/revoke', { id: 1 }],
        ['POST', 'admin/sessions/remove', { id: 1 }],
        ['POST', 'admin/users/loginAs', { id: readerA }],
        ['POST', 'admin/parcels/import/start', {}],
        ['POST', 'admin/parcels/saveView', { name: 'x' }],
        ['POST', 'admin/settings/mailForm'],
        ...['roles', 'role_modules', 'sessions', 'api_keys', 'modules', 'settings', 'mail_outbox', 'logs'].flatMap(
          (name): [string, string][] => [['GET', `rest/${name}`]],
        ),
      ]
      for (const [method, path, body] of closed) {
        const { status } = await at.ask(key, method, path, method === 'POST' ? (body ?? {}) : undefined)
        expect([path, status === 403 || status === 404]).toEqual([path, true])
      }
      const role = Number(
        (await at.database.db.selectFrom('users').select('id_role').where('id', '=', readerA).executeTakeFirstOrThrow())
          .id_role,
      )
      const client = await at.ask(key, 'POST', 'rest/people', {
        name: 'Clienta',
        type_user: '3',
        email: 'clienta@test.pe',
      })
      expect(client.status).toBe(200)
      const refusals: [number, JsonObject][] = [
        [reader, { name: 'x' }],
        [readerA, { name: 'x' }],
        [at.ids.users.root, { email: 'mia@test.pe' }],
        [Number(client.body.id), { id_role: role }],
        [Number(client.body.id), { type_user: '1' }],
      ]
      for (const [id, body] of refusals)
        expect(await at.ask(key, 'PUT', `rest/people/${id}`, body)).toMatchObject(
          refused(403, 'FORBIDDEN', /clave de API/),
        )
      for (const body of [{ password: 'una frase bien larga' }, { email: 'otra@test.pe' }] as JsonObject[]) {
        expect(await at.ask(key, 'PUT', `rest/people/${Number(client.body.id)}`, body)).toMatchObject({ status: 422 })
      }
      expect(
        await at.ask(key, 'POST', 'rest/people', {
          name: 'Otra',
          type_user: '3',
          email: 'x@test.pe',
          password: 'una frase bien larga',
        }),
      ).toMatchObject({ status: 422 })
      expect((await at.ask(key, 'DELETE', `rest/people/${reader}`)).status).toBe(403)
    })

    test('answers for no password where a field asks for it, and writes no rights as rows of a person', async () => {
      const { key } = await at.makeKey('root', [
        { id: 'vaults', edit: 1 },
        { id: 'people', edit: 1 },
      ])
      const vault = await at.ask(key, 'POST', 'rest/vaults', { name: 'Una' })
      expect(vault.status).toBe(200)
      expect(await at.ask(key, 'PUT', `rest/vaults/${Number(vault.body.id)}`, { code: '1234' })).toMatchObject(
        refused(403, 'FORBIDDEN', /contraseña de una persona/),
      )
      expect(await at.ask(key, 'PUT', `rest/vaults/${Number(vault.body.id)}`, { name: 'Otra' })).toMatchObject({
        status: 200,
        body: { name: 'Otra', code: null },
      })
      const person = await at.ask(key, 'POST', 'rest/people', { name: 'Viajera', type_user: '3' })
      expect(
        await at.ask(key, 'PUT', `rest/people/${Number(person.body.id)}`, { works_in: [{ note: 'x' }] }),
      ).toMatchObject(refused(403, 'FORBIDDEN', /no está abierto/))
      expect(
        (await at.call('root', 'POST', 'people/create', { id: person.body.id ?? null, works_in: [{ note: 'x' }] }))
          .status,
      ).toBe(200)
      const { works_in } = (await at.call('root', 'GET', `people/${Number(person.body.id)}`)).body.item as {
        works_in: JsonObject[]
      }
      expect(
        await at.ask(key, 'PUT', `rest/people/${Number(person.body.id)}`, { surname: 'Vega', works_in }),
      ).toMatchObject({ status: 200 })
      expect(await at.ask(key, 'PUT', `rest/people/${Number(person.body.id)}`, { works_in: [] })).toMatchObject({
        status: 422,
        body: { errors: { works_in: expect.any(String) as unknown } },
      })
      expect(
        ((await at.call('root', 'GET', `people/${Number(person.body.id)}`)).body.item as { works_in: JsonObject[] })
          .works_in,
      ).toHaveLength(1)
    })

    test('is refused in an address and in a form, with a sentence', async () => {
      const { key } = await at.makeKey('operator', [{ id: 'parcels' }])
      for (const url of [
        `/api/rest/parcels?token=${key}`,
        `/api/admin/parcels?access_token=${key}`,
        `/api/rest/parcels/${key}`,
      ]) {
        expect(await at.request({ method: 'GET', url })).toMatchObject(
          refused(401, 'UNAUTHENTICATED', /encabezado Authorization/),
        )
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      expect(
        (
          await at.request({
            method: 'POST',
            url: '/api/admin/parcels',
            headers: form,
            payload: `token=${key}&format=csv`,
          })
        ).status,
      ).toBe(401)
    })

    test('loses at once what its owner loses', async () => {
      const { key } = await at.makeKey('readerA', [{ id: 'parcels' }, { id: 'depots' }])
      const { readerA } = at.ids.users
      const change = (input: JsonObject) => at.call('root', 'POST', 'people/create', { id: readerA, ...input })
      const { id_role } = await at.database.db
        .selectFrom('users')
        .select('id_role')
        .where('id', '=', readerA)
        .executeTakeFirstOrThrow()
      expect(await codes(key)).toEqual(['A'])
      const module = await at.database.db
        .selectFrom('modules')
        .select('id')
        .where('key', '=', 'parcels')
        .executeTakeFirstOrThrow()
      const pair = await at.database.db
        .insertInto('role_modules')
        .values({ id_role, id_module: module.id, see: false, edit: false })
        .returning('id')
        .executeTakeFirstOrThrow()
      await expect.poll(async () => (await at.ask(key, 'GET', 'rest/parcels')).status).toBe(403)
      expect((await at.ask(key, 'GET', 'rest/depots')).status).toBe(200)
      await at.database.db.deleteFrom('role_modules').where('id', '=', pair.id).execute()
      await expect.poll(async () => (await at.ask(key, 'GET', 'rest/parcels')).status).toBe(200)
      expect((await change({ id_company: at.ids.companies.b })).status).toBe(200)
      expect(await codes(key)).toEqual(['B'])
      expect((await change({ id_company: at.ids.companies.a })).status).toBe(200)
    })

    test('ends on its day, and earlier when the settings shorten the time of all', async () => {
      const { key } = await at.makeKey('operator', [{ id: 'parcels' }], { days: 2, name: 'Corta' })
      const { key: long } = await at.makeKey('operator', [{ id: 'parcels' }], { name: 'Larga' })
      clock_ms += 2 * DAY_MS - MINUTE_MS
      expect((await at.ask(key, 'GET', 'rest/parcels')).status).toBe(200)
      clock_ms += 2 * MINUTE_MS
      expect(await at.ask(key, 'GET', 'rest/parcels')).toMatchObject(refused(401, 'UNAUTHENTICATED', /venció/))
      expect(at.items(await at.call('operator', 'GET', 'api_keys', { q: 'Corta' }))).toMatchObject([
        { status: 'expired' },
      ])
      expect((await at.ask(long, 'GET', 'rest/parcels')).status).toBe(200)
      await setting('api_key_max_days', 1)
      expect((await at.ask(long, 'GET', 'rest/parcels')).status).toBe(401)
      await setting('api_key_max_days', 365)
    })

    test("is revoked by its owner or by whoever may edit the module in their scope, one or many, and not root's", async () => {
      const own = await at.makeKey('readerA', [{ id: 'parcels' }])
      const [one, two] = [
        await at.makeKey('companyA', [{ id: 'parcels' }]),
        await at.makeKey('companyA', [{ id: 'parcels' }]),
      ]
      const root = await at.makeKey('root', [{ id: 'parcels' }])
      expect((await at.call('companyB', 'POST', 'api_keys/revoke', { id: one.id })).status).toBe(404)
      expect((await at.call('readerA', 'POST', 'api_keys/revoke', { id: one.id })).status).toBe(403)
      expect((await at.call('operator', 'POST', 'api_keys/revoke', { id: root.id })).status).toBe(403)
      expect((await at.call('companyB', 'GET', 'api_keys')).body).toMatchObject({ items: [] })
      const [three, four] = [
        await at.makeKey('companyB', [{ id: 'parcels' }], { name: 'Muchas' }),
        await at.makeKey('companyB', [{ id: 'parcels' }], { name: 'Muchas' }),
      ]
      expect((await at.call('operator', 'POST', 'api_keys/revoke', { ids: [root.id, three.id] })).body).toMatchObject({
        ok: true,
        results: [
          { id: root.id, ok: false },
          { id: three.id, ok: true },
        ],
      })
      expect(
        (await at.call('companyA', 'POST', 'api_keys/revoke', { all: true, filters: {}, q: 'Muchas', expected: 5 }))
          .body,
      ).toMatchObject({ total: 0 })
      expect(
        (
          await at.call('companyB', 'POST', 'api_keys/revoke', {
            all: true,
            filters: { status: 'active' },
            q: 'Muchas',
            expected: 5,
          })
        ).body,
      ).toMatchObject({ total: 1, done: 1 })
      for (const { key } of [three, four]) expect((await at.ask(key, 'GET', 'rest/parcels')).status).toBe(401)
      expect(at.items(await at.call('companyA', 'GET', 'api_keys', { status: 'active' })).map(({ id }) => id)).toEqual(
        expect.arrayContaining([one.id, two.id, own.id]),
      )
      expect(JSON.stringify((await at.call('root', 'GET', 'api_keys')).body)).not.toMatch(/hash|minute/)
      expect((await at.ask(own.key, 'GET', 'rest/parcels')).status).toBe(200)
      expect((await at.call('readerA', 'POST', 'api_keys/revoke', { id: own.id })).status).toBe(200)
      expect(await at.ask(own.key, 'GET', 'rest/parcels')).toMatchObject(refused(401, 'UNAUTHENTICATED', /revocada/))
      expect((await at.call('companyA', 'POST', 'api_keys/revoke', { ids: [one.id, two.id] })).status).toBe(200)
      for (const { key } of [one, two]) expect((await at.ask(key, 'GET', 'rest/parcels')).status).toBe(401)
      expect((await at.ask(root.key, 'GET', 'rest/parcels')).status).toBe(200)
    })

    test("of another form, a guess, or one with a wrong letter is nobody's, and thirty wrong ones are the last of their network", async () => {
      const { key } = await at.makeKey('operator', [{ id: 'parcels' }])
      const { key: gone } = await at.makeKey('operator', [{ id: 'parcels' }])
      await at.database.db.deleteFrom('api_keys').where('prefix', '=', gone.slice(0, 15)).execute()
      const guess = `${key.slice(0, 16)}${'x'.repeat(32)}`
      for (const wrong of [
        gone,
        guess + checksumOf(guess),
        `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
        `${key.slice(0, 20)}${key[20] === 'x' ? 'y' : 'x'}${key.slice(21)}`,
      ]) {
        expect(await at.ask(wrong, 'GET', 'rest/parcels')).toMatchObject(
          refused(401, 'UNAUTHENTICATED', /no es válida/),
        )
      }
      expect((await at.ask(key.slice(0, 30), 'GET', 'rest/parcels')).status).toBe(401)
      for (let i = 4; i < 30; i++) expect((await at.ask(gone, 'GET', 'rest/parcels')).status).toBe(401)
      expect(await at.ask(gone, 'GET', 'rest/parcels')).toMatchObject({
        status: 429,
        headers: { 'retry-after': expect.any(String) as unknown },
      })
      // A right key is not a guess.
      expect((await at.ask(key, 'GET', 'rest/parcels')).status).toBe(200)
      clock_ms += 16 * MINUTE_MS
    })

    test('makes so many calls a minute over all servers, and says when it may go on', async () => {
      await setting('api_key_calls', 5)
      clock_ms += MINUTE_MS - (clock_ms % MINUTE_MS) + 10_000
      const { id, key } = await at.makeKey('operator', [{ id: 'parcels' }])
      const words = readWords(join(import.meta.dirname, '../../i18n'))
      const second = await buildApp({
        keyring: TEST_KEYRING,
        database: at.database,
        metadata: at.metadata,
        words,
        features: [],
        now: () => new Date(clock_ms),
        timed: () => false,
      })
      const there = async () =>
        (await second.inject({ method: 'GET', url: '/api/rest/parcels', headers: { authorization: `Bearer ${key}` } }))
          .statusCode
      const here = async () => (await at.ask(key, 'GET', 'rest/parcels')).status
      expect([await here(), await there(), await here(), await there(), await here(), await there()]).toEqual([
        200, 200, 200, 200, 200, 429,
      ])
      expect(await at.ask(key, 'GET', 'rest/parcels')).toMatchObject({
        ...refused(429, 'TOO_MANY', /5 llamadas/),
        headers: { 'retry-after': '50' },
      })
      clock_ms += MINUTE_MS
      expect([await here(), await there()]).toEqual([200, 200])
      await setting('api_key_calls', 600)
      clock_ms += MINUTE_MS
      expect((await at.call('operator', 'POST', 'api_keys/revoke', { id })).status).toBe(200)
      await expect.poll(there).toBe(401)
      await second.close()
    })

    test('remembers when and from where it was used last, once a minute', async () => {
      clock_ms += MINUTE_MS - (clock_ms % MINUTE_MS)
      const { id, key } = await at.makeKey('operator', [{ id: 'parcels' }])
      const used = async () => (await at.call('operator', 'GET', `api_keys/${id}`)).body.item as JsonObject
      expect(await used()).toMatchObject({ last_used: null, last_address: null, version: 1 })
      const first = new Date(clock_ms).toISOString()
      await at.ask(key, 'GET', 'rest/parcels')
      expect(await used()).toMatchObject({ last_used: first, last_address: '127.0.0.1' })
      clock_ms += 50_000
      await at.ask(key, 'GET', 'rest/parcels')
      expect(await used()).toMatchObject({ last_used: first })
      clock_ms += 20_000
      await at.ask(key, 'GET', 'rest/parcels')
      expect(await used()).toMatchObject({ last_used: new Date(clock_ms).toISOString(), version: 1 })
    })

    test("stands in the activity log beside its owner's name, also in lines that hooks write", async () => {
      const { id, key } = await at.makeKey('operator', [{ id: 'parcels', edit: 1 }, { id: 'depots' }], {
        name: 'Balanza',
      })
      const made = JSON.parse(
        (await at.ask(key, 'POST', 'rest/parcels', { code: 'L', title: 'Pesada' })).text,
      ) as JsonObject
      await at.call('operator', 'POST', 'parcels/create', { id: made.id ?? null, version: 1, title: 'A mano' })
      const lines = at.items(await at.call('root', 'GET', 'logs', { target: 'parcels', id_target: made.id ?? null }))
      expect(
        lines.map(({ type_log, user_name, user_key, se_platform }) => [type_log, user_name, user_key, se_platform]),
      ).toEqual([
        ['weighed', 'operator Prueba', null, 'api'],
        ['edit', 'operator Prueba', null, 'web'],
        ['weighed', 'operator Prueba', 'Balanza', 'api'],
        ['create', 'operator Prueba', 'Balanza', 'api'],
      ])
      await at.call('operator', 'POST', 'api_keys/revoke', { id })
      const own = at.items(await at.call('root', 'GET', 'logs', { target: 'api_keys', id_target: id }))
      expect(own.map(({ type_log, type_log_name }) => [type_log, type_log_name])).toEqual([
        ['revoke_key', 'Revocó la clave'],
        ['create', 'Registró'],
      ])
    })

    test('describes to a script what the key opens, and nothing else', async () => {
      const { key } = await at.makeKey('operator', [{ id: 'parcels' }])
      const { paths } = JSON.parse((await at.ask(key, 'GET', 'rest/openapi.json')).text) as {
        paths: { [path: string]: object }
      }
      expect(Object.keys(paths).filter((path) => !path.includes('{'))).toEqual(expect.arrayContaining(['/parcels']))
      expect(Object.keys(paths).some((path) => /people|companies|depots/.test(path))).toBe(false)
      expect(Object.keys(paths['/parcels'] ?? {})).toEqual(['get'])
    })

    test('is not made beyond the number that the settings allow, nor while viewing as another', async () => {
      const token = String((await at.login(emailOf('root'))).body.token)
      const as = String((await post(token, 'users/loginAs', { id: at.ids.users.reader })).body.token)
      expect(await post(as, 'me/createKey', { name: 'x', modules: [{ id: 'parcels' }] })).toMatchObject({ status: 403 })
      await setting('api_key_most', 1)
      await at.makeKey('reader', [{ id: 'parcels' }])
      expect(
        await at.call('reader', 'POST', 'me/createKey', { name: 'x', modules: [{ id: 'parcels' }] }),
      ).toMatchObject(refused(422, 'VALIDATION', /1 clave activa/))
      await setting('api_key_most', 20)
    })

    test("outlives its owner's own change of password, and ends when somebody else sets one", async () => {
      const { key } = await at.makeKey('readerA', [{ id: 'parcels' }])
      expect(
        (
          await at.call('readerA', 'POST', 'me/updateProfile', {
            password: 'una frase bien larga',
            password_current: PASSWORD,
          })
        ).status,
      ).toBe(200)
      expect(await codes(key)).toEqual(['A'])
      expect(
        (
          await at.call('root', 'POST', 'people/create', {
            id: at.ids.users.readerA,
            password: 'otra frase bien larga',
          })
        ).status,
      ).toBe(200)
      expect(await at.ask(key, 'GET', 'rest/parcels')).toMatchObject(refused(401, 'UNAUTHENTICATED', /revocada/))
    })

    test('ends when the password of its owner is recovered by a mail, whoever asked for it', async () => {
      const smtp = await mailServer()
      try {
        await at.call('root', 'POST', 'settings/mailSave', {
          mail_sender: 'no-reply@test.pe',
          mail_host: `127.0.0.1:${smtp.port}`,
        })
        const { key } = await at.makeKey('companyB', [{ id: 'parcels' }])
        const { key: other } = await at.makeKey('companyA', [{ id: 'parcels' }])
        expect(await codes(key)).toEqual(['B'])
        const ask = (path: string, body: JsonObject) =>
          at.request({
            method: 'POST',
            url: `/api/admin/${path}`,
            headers: { host: 'localhost' },
            payload: JSON.stringify(body),
          })
        expect((await ask('login/recover', { username: emailOf('companyB') })).status).toBe(200)
        const link = () =>
          smtp.mails.map(({ text }) => /password\/change\/([\w-]{43})/.exec(text)?.[1] ?? '').find(Boolean)
        // What other promises left to be mailed comes before it.
        await expect.poll(link).toBeTruthy()
        const token = link() ?? ''
        // That somebody asked for a link ends nothing.
        expect(await codes(key)).toEqual(['B'])
        const saved = await ask('recover/save', {
          token_recover: token,
          password1: 'una frase bien larga',
          password2: 'una frase bien larga',
        })
        expect(saved.body.ok, `${token} ${saved.text}`).toBe(true)
        expect(await at.ask(key, 'GET', 'rest/parcels')).toMatchObject(refused(401, 'UNAUTHENTICATED', /revocada/))
        expect(await codes(other)).toEqual(['A'])
      } finally {
        await smtp.close()
      }
    })

    test("stops with its owner's account, and for good: whoever comes back makes a key anew", async () => {
      const { key } = await at.makeKey('companyA', [{ id: 'parcels' }])
      for (const state of ['0', '1']) {
        expect((await at.call('root', 'POST', 'people/create', { id: at.ids.users.companyA, state })).status).toBe(200)
        expect(await at.ask(key, 'GET', 'rest/parcels')).toMatchObject(refused(401, 'UNAUTHENTICATED', /revocada/))
      }
    })
  })
})
