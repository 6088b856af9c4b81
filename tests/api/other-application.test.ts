import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { fromWire, type WireActor } from '../../src/model/rights/actor'
import type { Json, JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { loadActor } from '../../src/server/language/actor/actor'
import type { Database } from '../../src/server/platform/database/database'
import { checkedModel, metadataOf } from '../../src/server/language/metadata/metadata'
import { systemFiles } from '../../src/server/language/metadata/system-files'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { readWords } from '../../src/server/language/words/read-words'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import type { Files } from './fixture-schemas'
import { join } from 'node:path'
import { TEST_KEYRING } from '../keyring'

const text = { type: 'string', maxLength: 80, 'x-search': true }
const ref = (to: string) => ({ 'x-type': 'ref', 'x-to': to })
const named = (scope: object, properties: object = {}) => ({
  title: 'Cosa',
  type: 'object',
  required: ['name'],
  'x-represent': '{name}',
  'x-scope': scope,
  properties: { name: text, ...properties },
})

/** Lending houses own books; shelves divide the librarians' work, rooms that of readers whose role says so. */
const SCHEMAS: Files = {
  application: {
    kinds: [
      { value: 'L', title: 'Bibliotecario', staff: true },
      { value: 'R', title: 'Lector', viewed: true },
      { value: 'G', title: 'Socio' },
    ],
    scopes: {
      house: { field: 'id_house' },
      guild: { field: 'id_house', kinds: ['G'], as: 'house' },
      shelf: {
        field: 'id_shelf',
        list: { entity: 'keepers', user: 'id_keeper', field: 'id_shelf' },
        staff: true,
        divides: 'all',
        wire: 'id_shelves',
      },
      room: { field: 'id_room', role: 'one_room', divides: 'named', wire: 'id_rooms', fact: false },
    },
  },
  houses: named({ house: 'id', shared: ['shelf'], edit: { shelf: true } }),
  shelves: named({ shared: true }),
  rooms: named({ shared: true }),
  users: {
    'x-extends': true,
    'x-scope': { house: 'id_house', shelf: 'id_shelf', user: 'id' },
    properties: { id_house: ref('houses'), id_shelf: ref('shelves'), id_room: ref('rooms') },
  },
  roles: { 'x-extends': true, properties: { one_room: { type: 'boolean', default: 0 } } },
  keepers: {
    title: 'Encargo',
    'x-represent': '{id}',
    'x-scope': { shelf: 'id_shelf' },
    properties: { id_keeper: ref('users'), id_shelf: ref('shelves') },
  },
  books: named(
    { house: 'id_house', shelf: 'id_shelf', room: 'id_room' },
    {
      id_house: ref('houses'),
      id_shelf: ref('shelves'),
      id_room: ref('rooms'),
      price: { type: 'integer', 'x-see': { 'user.id_house': { isNull: true } } },
    },
  ),
  loans: named(
    { house: 'id_book.id_house', shelf: 'id_book.id_shelf', user: 'id_reader' },
    { id_book: ref('books'), id_reader: ref('users') },
  ),
  letters: named({ guild: 'id_guild', shared: ['shelf'] }, { id_guild: ref('houses') }),
}
const RESOURCES: Files = { people: { entity: 'users', title: 'Personas' } }
const PASSWORD = 'clave-de-prueba'

oneEngine((_engine, open) => {
  describe('an application with scopes and kinds of people of its own', () => {
    const files = (folder: string, all: Files) =>
      Object.entries(all).map(([name, json]) => ({ path: `${folder}/${name}.json`, text: JSON.stringify(json) }))
    const metadata = metadataOf(
      checkedModel([...systemFiles, ...files('schemas', SCHEMAS), ...files('resources', RESOURCES)], []),
    )
    const words = readWords(join(import.meta.dirname, '../../i18n'))
    const id: { [name: string]: number } = {}
    const token: { [who: string]: string } = {}
    let app: FastifyInstance & Awaited<ReturnType<typeof buildApp>>
    let database: Database

    const call = async (who: string, method: 'GET' | 'POST', path: string, body?: JsonObject) => {
      const reply = await app.inject({
        method,
        url: `/api/admin/${path}`,
        payload: body,
        headers: { authorization: `Bearer ${token[who] ?? ''}` },
      })
      return { status: reply.statusCode, body: reply.json<JsonObject>() }
    }
    const post = (who: string, path: string, body: JsonObject) => call(who, 'POST', path, body)
    const names = async (who: string, path: string): Promise<readonly Json[]> => {
      const { body } = await call(who, 'GET', path)
      return (body.items as readonly JsonObject[]).map((item) => item.name ?? item.label ?? null).toSorted()
    }
    const put = async (table: string, name: string, more: JsonObject = {}) => {
      const row = await database.db
        .insertInto(table)
        .values({ name, ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
      return (id[name] = Number(row.id))
    }

    beforeAll(async () => {
      database = await open()
      await prepareDatabase(database, metadata.model(), [], words, () => {})
      app = await buildApp({
        keyring: TEST_KEYRING,
        database,
        metadata,
        words,
        features: [],
        checkAnswers: true,
        timed: () => false,
      })
      const [h1, h2] = [await put('houses', 'H1'), await put('houses', 'H2')]
      const [s1, s2] = [await put('shelves', 'S1'), await put('shelves', 'S2')]
      const [r1, r2] = [await put('rooms', 'R1'), await put('rooms', 'R2')]
      await put('books', 'atlas', { id_house: h1, id_shelf: s1, id_room: r1, price: 5 })
      await put('books', 'bestiary', { id_house: h1, id_shelf: s2, id_room: r2 })
      await put('books', 'codex', { id_house: h2, id_shelf: s1, id_room: r1 })
      await put('books', 'dictionary')
      await put('letters', 'to H1', { id_guild: h1 })
      await put('letters', 'to H2', { id_guild: h2 })
      const [librarians, readers, oneRoom] = [
        await put('roles', 'Personal', { type_user: 'L', all_modules: '2' }),
        await put('roles', 'Lectores', { type_user: 'R', all_modules: '2' }),
        await put('roles', 'De una sala', { type_user: 'R', all_modules: '2', one_room: true }),
      ]
      const root = await database.db.selectFrom('roles').select('id').where('root', '=', true).executeTakeFirstOrThrow()
      const people: { readonly [who: string]: JsonObject } = {
        root: { type_user: 'L', id_role: Number(root.id) },
        keeper: { type_user: 'L', id_role: librarians, id_shelf: s1 },
        roaming: { type_user: 'L', id_role: librarians },
        reader: { type_user: 'R', id_role: readers, id_house: h1 },
        member: { type_user: 'G', id_role: readers, id_house: h1 },
        seated: { type_user: 'R', id_role: oneRoom, id_house: h1, id_room: r1 },
        standing: { type_user: 'R', id_role: oneRoom, id_house: h1 },
        passer: { type_user: 'R', id_role: readers, id_shelf: s1 },
      }
      const password = cheapHash(PASSWORD)
      for (const [who, more] of Object.entries(people)) {
        await put('users', who, { email: `${who}@library.test`, password, language: 'es', ...more })
        token[who] = String(
          (
            await call(who, 'POST', 'login/login', {
              username: `${who}@library.test`,
              password: PASSWORD,
              app_version_code: 125,
            })
          ).body.token,
        )
      }
      await put('loans', 'of the passer', { id_book: id.codex ?? 0, id_reader: id.passer ?? 0 })
      await put('loans', 'of another', { id_book: id.atlas ?? 0, id_reader: id.reader ?? 0 })
    })
    afterAll(async () => {
      await app?.close()
      await database?.close()
    })

    test('people read the rows of their scopes, in lists, look-ups and one by one', async () => {
      const met: { readonly [who: string]: readonly string[] } = {
        root: ['atlas', 'bestiary', 'codex', 'dictionary'],
        roaming: ['atlas', 'bestiary', 'codex', 'dictionary'],
        keeper: ['atlas', 'codex'],
        reader: ['atlas', 'bestiary'],
        member: ['atlas', 'bestiary'],
        seated: ['atlas'],
        standing: [],
        passer: [],
      }
      for (const [who, books] of Object.entries(met)) {
        expect([who, await names(who, 'books')]).toEqual([who, books])
        expect([who, await names(who, 'books?lookup=1')]).toEqual([who, books])
        expect([who, (await call(who, 'GET', `books/${id.codex ?? 0}`)).status]).toEqual([
          who,
          books.includes('codex') ? 200 : 404,
        ])
      }
    })

    test('who is of no house meets their own, and of a kind of house goes by it where it is named', async () => {
      expect(await names('passer', 'loans')).toEqual(['of the passer'])
      expect(await names('reader', 'loans')).toEqual(['of another'])
      expect([
        await names('member', 'letters'),
        await names('reader', 'letters'),
        await names('keeper', 'letters'),
      ]).toEqual([['to H1'], [], ['to H1', 'to H2']])
    })

    test("what they write is theirs, and what is another's is not", async () => {
      const made = await post('reader', 'books/create', { name: 'essays' })
      expect(made).toMatchObject({ status: 200, body: { item: { id_house: id.H1 } } })
      expect(
        (await post('reader', 'books/create', { id: made.body.id ?? 0, id_house: id.H2 ?? 0 })).status,
      ).toBeGreaterThanOrEqual(400)
      expect((await post('reader', 'books/create', { id: id.codex ?? 0, name: 'mine' })).status).toBe(404)
      expect((await post('reader', 'loans/create', { name: 'far', id_book: id.codex ?? 0 })).body).toMatchObject({
        errors: { id_book: expect.any(String) as string },
      })
      expect((await post('keeper', 'books/create', { name: 'fables' })).body).toMatchObject({
        item: { id_shelf: id.S1 },
      })
      expect((await post('keeper', 'books/remove', { id: id.bestiary ?? 0 })).status).toBe(404)
      // What is shared with the librarians of a shelf they read, and write where it is said expressly; readers only
      // read what is shared.
      expect((await post('keeper', 'letters/create', { name: 'to all' })).status).toBe(403)
      expect((await post('keeper', 'houses/create', { name: 'H3' })).status).toBe(200)
      expect((await post('reader', 'shelves/create', { id: id.S1 ?? 0, name: 'S' })).status).toBe(403)
    })

    test('a browser is told of the scopes under their own names, and makes of it the same actor', async () => {
      const { user } = (await call('seated', 'GET', 'verify')).body as unknown as {
        readonly user: { readonly actor: WireActor }
      }
      expect(user.actor).toMatchObject({
        operator: false,
        id_house: id.H1,
        id_guild: null,
        id_shelves: null,
        id_rooms: [id.R1],
      })
      expect(user.actor.facts).toMatchObject({ id_house: id.H1, id_shelves: null, type_user: 'R' })
      expect(Object.keys(user.actor)).not.toContain('id_company')
      const { scopes } = metadata.model().application
      expect(fromWire(user.actor, scopes)).toEqual(await loadActor(database.db, app.runtime, id.seated ?? 0))
    })

    test('a rule may ask for a scope, and kinds of people are those declared', async () => {
      expect((await call('roaming', 'GET', `books/${id.atlas ?? 0}`)).body).toMatchObject({ item: { price: 5 } })
      expect((await call('reader', 'GET', `books/${id.atlas ?? 0}`)).body.item).not.toHaveProperty('price')
      expect((await call('root', 'GET', 'type_users')).body.items).toEqual([
        { id: 'L', name: 'Bibliotecario' },
        { id: 'R', name: 'Lector' },
        { id: 'G', name: 'Socio' },
      ])
      expect((await post('root', 'users/loginAs', { id: id.reader ?? 0 })).status).toBe(200)
      expect((await post('root', 'users/loginAs', { id: id.member ?? 0 })).status).toBe(403)
    })

    test('staff make nobody whose reach is wider than theirs', async () => {
      const person = { name: 'Eva', email: 'eva@library.test', type_user: 'L' }
      expect((await post('keeper', 'people/create', { ...person, id_shelf: id.S2 ?? 0 })).body).toMatchObject({
        errors: { id_shelf: expect.any(String) as string },
      })
      expect((await post('reader', 'people/create', person)).body).toMatchObject({
        errors: { type_user: expect.any(String) as string },
      })
      expect(
        (await post('seated', 'people/create', { name: 'Ana', type_user: 'R', id_role: id.Lectores ?? 0 })).body,
      ).toMatchObject({ errors: { id_role: expect.any(String) as string } })
    })

    test('staff of several shelves work in all, or in the one they choose', async () => {
      const given = await post('root', 'keepers/create', { id_keeper: id.roaming ?? 0, id_shelf: id.S1 ?? 0 })
      expect(given.status).toBe(200)
      expect(await names('roaming', 'books')).toEqual(['atlas', 'codex', 'fables'])
      await post('root', 'keepers/create', { id_keeper: id.roaming ?? 0, id_shelf: id.S2 ?? 0 })
      expect(await names('roaming', 'books')).toEqual(['atlas', 'bestiary', 'codex', 'fables'])
      expect((await post('roaming', 'me/setPlace', { id_shelf: id.S2 ?? 0 })).status).toBe(200)
      expect(await names('roaming', 'books')).toEqual(['bestiary'])
      const { user } = (await call('roaming', 'GET', 'verify')).body as unknown as {
        readonly user: { readonly data: JsonObject; readonly places: readonly JsonObject[] }
      }
      expect([user.data.id_shelf, user.places.map(({ name }) => name)]).toEqual([id.S2, ['S1', 'S2']])
    })
  })
})
