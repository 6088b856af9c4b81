import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { readWords } from '../../src/server/language/words/read-words'
import { join } from 'node:path'
import { eachEngine } from '../engines'
import { TEST_KEYRING } from '../keyring'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'
import { VERB_SCHEMAS, verbsOf } from './verbs-fixture'

const KEYS = { here: 'page-0001-here', there: 'page-0002-there' }

eachEngine((_engine, open) => {
  describe('who else has a record open', () => {
    let at: TestApp
    /** Three servers on one database; the first is the fixture's own. */
    let servers: readonly FastifyInstance[]
    const { made, post } = verbsOf(() => at)
    beforeAll(async () => {
      const schemas = {
        ...VERB_SCHEMAS,
        limits: {
          title: 'Límites',
          'x-scope': { shared: true },
          properties: { most: { type: 'integer', default: 3 } },
        },
      }
      at = await testApp({
        schemas,
        resources: {
          users: { title: 'Usuarios' },
          owners: { title: 'Dueños' },
          city_owners: { entity: 'owners', title: 'De Lima', where: { city: { eq: 'Lima' } } },
          limits: { singleton: true },
        },
        open,
      })
      const words = readWords(join(import.meta.dirname, '../../i18n'))
      const more = () =>
        buildApp({
          keyring: TEST_KEYRING,
          database: at.database,
          metadata: at.metadata,
          words,
          features: [],
          checkAnswers: true,
          timed: () => false,
        })
      servers = [at.app, await more(), await more()]
    })
    afterAll(async () => {
      await Promise.all(servers.slice(1).map((server) => server.close()))
    })

    /** A call of this role's page or form, to one of the servers. */
    async function beat(
      role: RoleName,
      path: string,
      input: JsonObject = {},
      nth = 0,
    ): Promise<{ status: number; body: JsonObject }> {
      const reply = await servers[nth]!.inject({
        method: 'POST',
        url: `/api/admin/${path}/presence`,
        payload: { key: `${role}-page-1`, mode: 'see', ...input },
        headers: { authorization: `Bearer ${await at.tokenFor(role)}` },
      })
      return { status: reply.statusCode, body: reply.json<JsonObject>() }
    }
    const people = async (role: RoleName, path: string, nth = 0) => (await beat(role, path, {}, nth)).body.people
    const one = async (input: JsonObject = {}): Promise<string> =>
      `owners/${String((await made('owners', { name: 'Ana', ...input })).id)}`
    const named = (role: RoleName, mode: 'see' | 'edit') => ({ id: at.ids.users[role], name: `${role} Prueba`, mode })

    test('is told by every server that shares the database: who edits before who reads, each once, and nobody is told of themselves', async () => {
      const path = await one()
      expect(await beat('root', path, { mode: 'edit' }, 0)).toMatchObject({
        status: 200,
        body: { version: 1, people: [] },
      })
      await beat('root', path, { key: KEYS.there }, 1)
      await beat('reader', path, {}, 1)
      expect(await people('operator', path, 2)).toEqual([named('root', 'edit'), named('reader', 'see')])
      expect(await people('root', path, 1)).toEqual([named('operator', 'see'), named('reader', 'see')])
    })

    test('ends at once when the page is closed, and by itself when it is no longer heard of', async () => {
      const path = await one()
      await beat('operator', path, { mode: 'edit' })
      await beat('reader', path)
      expect(await beat('operator', path, { mode: 'gone' }, 1)).toMatchObject({ status: 200, body: { ok: true } })
      expect(await people('root', path)).toEqual([named('reader', 'see')])
      await sql`update presences set date_until = clock_timestamp() where id_user = ${at.ids.users.reader}`.execute(
        at.database.db,
      )
      expect(await people('root', path)).toEqual([])
      const { rows } = await sql<{
        s: number
      }>`select extract(epoch from date_until - clock_timestamp())::float8 as s from presences
        where id_user = ${at.ids.users.root} and id_record = ${path.split('/')[1]}`.execute(at.database.db)
      expect(rows[0]?.s).toBeGreaterThan(25)
      expect(rows[0]?.s).toBeLessThan(40)
      // Somebody comes back under the key that they had.
      await beat('reader', path)
      expect(await people('root', path)).toEqual([named('reader', 'see')])
    })

    test("is one record's whatever catalogue shows it, and no other's", async () => {
      const path = await one({ city: 'Lima' })
      const other = await one({ city: 'Lima' })
      await beat('reader', `city_${path}`)
      expect(await people('root', path)).toEqual([named('reader', 'see')])
      expect(await people('root', other)).toEqual([])
      expect((await beat('root', `city_${await one({ city: 'Cusco' })}`)).status).toBe(404)
      expect((await beat('root', `things/${path.split('/')[1]}`)).status).toBe(404)
    })

    test('is told to those alone who may see the record, and names people within their scope alone', async () => {
      const path = await one({ id_company: at.ids.companies.a })
      await beat('root', path, { mode: 'edit' })
      await beat('companyA', path)
      expect((await beat('companyB', path)).status).toBe(404)
      expect((await beat('none', path)).status).toBe(403)
      expect(await at.call(null, 'POST', `${path}/presence`, { key: KEYS.here, mode: 'see' })).toMatchObject({
        status: 401,
      })
      expect(await people('readerA', path)).toEqual([{ id: null, name: null, mode: 'edit' }, named('companyA', 'see')])
      expect(await people('root', path)).toEqual(
        expect.arrayContaining([named('companyA', 'see'), named('readerA', 'see')]),
      )
      expect(JSON.stringify(await people('root', path))).not.toMatch(/companyB|none/)
    })

    test('a form is open for those alone who may save it', async () => {
      const path = await one()
      expect((await beat('reader', path, { mode: 'edit' })).status).toBe(403)
      expect(await people('root', path)).toEqual([])
    })

    test('says who has changed the record since the version at hand, and no name that the asker may not learn', async () => {
      const path = await one({ id_company: at.ids.companies.a })
      const [, id] = path.split('/')
      expect((await beat('companyA', path, { version: 1 })).body.changed).toBeUndefined()
      await post('owners/create', { id: Number(id), version: 1, city: 'Ica' }, 'operator')
      expect((await beat('root', path, { version: 1, mode: 'edit' }, 1)).body).toMatchObject({
        version: 2,
        changed: { by: 'operator Prueba', at: expect.stringMatching(/^20\d\d-/) },
      })
      expect((await beat('companyA', path, { version: 1 }, 2)).body).toMatchObject({
        version: 2,
        changed: { by: null },
      })
      expect((await beat('root', path, { version: 2 })).body.changed).toBeUndefined()
      await post('owners/remove', { id: Number(id) }, 'operator')
      // A page that had it open is told so; to any other it was never there.
      expect(await beat('root', path, { version: 2 }, 1)).toMatchObject({
        status: 200,
        body: { gone: true, people: [] },
      })
      expect((await beat('root', path, { version: 2, key: KEYS.there }, 1)).status).toBe(404)
      await beat('root', path, { mode: 'gone' }, 2)
      expect((await beat('root', path, { version: 2 }, 1)).status).toBe(404)
    })

    test('says that it has left the catalogue in which it is open', async () => {
      const path = `city_${await one({ city: 'Lima' })}`
      const id = Number(path.split('/')[1])
      expect((await beat('operator', path)).status).toBe(200)
      await post('owners/create', { id, version: 1, city: 'Ica' }, 'root')
      expect((await beat('operator', path)).body).toEqual({ ok: true, version: 0, people: [], gone: true })
      expect((await beat('reader', path)).status).toBe(404)
      expect((await beat('operator', path.replace('city_', ''), { key: KEYS.there })).body).toMatchObject({
        version: 2,
      })
    })

    test('is there for the one record of a catalogue, and for ids that people give', async () => {
      const { body } = await at.call('root', 'POST', 'limits/form', {})
      const limits = `limits/${String((body.item as JsonObject).id)}`
      await beat('operator', limits, { mode: 'edit' })
      expect(await people('root', limits)).toEqual([named('operator', 'edit')])
      await made('codes', { id: 'uno', name: 'Uno', version: 0 })
      await beat('operator', 'codes/uno')
      expect(await people('root', 'codes/uno')).toEqual([named('operator', 'see')])
      expect((await beat('root', 'codes/dos')).status).toBe(404)
    })

    test('bad input is refused and costs nothing: a key, a mode, an id, another method', async () => {
      const path = await one()
      for (const input of [
        { key: 'x' },
        { key: 7 },
        { key: 'a b c d e f g' },
        { mode: 'look' },
        { mode: null },
        { key: 'k'.repeat(41) },
      ] as JsonObject[]) {
        expect((await beat('root', path, input)).status, JSON.stringify(input)).toBe(400)
      }
      for (const id of ['0', '-1', 'x', '99999999999999999999', '1%27'])
        expect((await beat('root', `owners/${id}`)).status, id).toBe(404)
      expect((await at.call('root', 'GET', `${path}/presence`)).status).toBe(405)
      for (const version of ['1', null, 1e300, -4, {}] as JsonObject[string][])
        expect((await beat('root', path, { version })).status).toBe(200)
    })

    test("nobody keeps more than fifty records open, and nobody closes another's page", async () => {
      const path = await one()
      await sql`delete from presences where id_user = ${at.ids.users.operator}`.execute(at.database.db)
      for (let i = 0; i < 55; i++)
        expect((await beat('operator', path, { key: `operator-page-${i}` })).status).toBe(200)
      const count = async () =>
        Number(
          (
            await sql<{
              n: number
            }>`select count(*) as n from presences where id_user = ${at.ids.users.operator}`.execute(at.database.db)
          ).rows[0]?.n,
        )
      expect(await count()).toBe(50)
      await beat('reader', path, { key: 'operator-page-1', mode: 'gone' })
      expect(await count()).toBe(50)
      await sql`update presences set date_until = clock_timestamp() where id_user = ${at.ids.users.operator}`.execute(
        at.database.db,
      )
      await beat('operator', path, { key: 'operator-page-99' })
      await beat('operator', path, { key: 'operator-page-99' })
      expect(await count()).toBe(1)
    })

    test('an API key has no page to be on', async () => {
      const path = await one()
      const { body } = await at.call('root', 'POST', 'me/createKey', {
        name: 'Programa',
        modules: [{ id: 'owners', edit: true }],
      })
      const key = String(body.key)
      const reply = await at.request({
        method: 'POST',
        url: `/api/admin/${path}/presence`,
        token: key,
        payload: JSON.stringify({ key: KEYS.here, mode: 'see' }),
      })
      expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect((await at.request({ method: 'GET', url: `/api/admin/${path}`, token: key })).status).toBe(200)
    })
  })
})
