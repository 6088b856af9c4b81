import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { Type } from 'typebox'
import { sql } from 'kysely'
import { defineCall } from '#engine/model'
import { scopeSql, serveCall, type ServerFeature } from '#engine/server'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { type Files, userBranches } from './fixture-schemas'

const text = { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true }
const ref = (to: string, more: object = {}) => ({ 'x-type': 'ref', title: to, 'x-to': to, ...more })

/** Stores of partners, what they sell two references away, areas and branches. */
const schemas: Files = {
  branches: {
    title: 'Sucursal',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: text },
  },
  areas: {
    title: 'Área',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', branch: 'id_company.id_branch' },
    properties: { name: text, id_company: ref('companies') },
  },
  companies: {
    title: 'Empresa',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id', branch: 'id_branch' },
    properties: { name: text, id_branch: ref('branches') },
  },
  users: {
    'x-extends': true,
    'x-scope': { company: 'id_company', branch: 'id_branch', area: 'id_company_area' },
    properties: { id_company: ref('companies'), id_branch: ref('branches'), id_company_area: ref('areas') },
  },
  user_branches: userBranches({
    required: ['id_user', 'id_branch'],
    'x-scope': { branch: 'id_branch' },
    properties: { id_branch: ref('branches') },
  }),
  places: { title: 'Lugar', type: 'object', required: ['name'], 'x-represent': '{name}', properties: { name: text } },
  stores: {
    title: 'Local',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { partner: 'id_partner', branch: 'id_partner.id_branch' },
    properties: { name: text, id_partner: ref('companies') },
  },
  articles: {
    title: 'Artículo',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { partner: 'id_store.id_partner', branch: 'id_store.id_partner.id_branch' },
    properties: { name: text, id_store: ref('stores') },
  },
  extras: {
    title: 'Adicional',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { partner: 'id_article.id_store.id_partner', shared: ['branch'] },
    properties: { name: text, id_article: ref('articles') },
  },
}
const resources: Files = { people: { entity: 'users', title: 'Personas' }, user_branches: {} }

/** A query of a feature's own, which asks the scope whose rows it may count. */
const count = serveCall(
  defineCall({
    method: 'GET',
    path: 'count',
    access: 'session',
    request: Type.Object({ entity: Type.String() }),
    response: Type.Object({ names: Type.Array(Type.String()) }),
  }),
  async (context, { entity }) => {
    const { rows } = await sql<{
      name: string
    }>`select t.name from ${sql.table(entity)} as t where t.date_deleted is null and ${scopeSql(context, entity, 't')}
      order by t.name`.execute(context.db)
    return { names: rows.map(({ name }) => name) }
  },
)
const counting: ServerFeature = { name: 'counting', needs: {}, calls: [count] }

oneEngine((_engine, open) => {
  describe('tenants', () => {
    let at: TestApp
    let token: { readonly [who: string]: string }
    const id: { [name: string]: number } = {}
    const post = async (who: string, path: string, body: JsonObject) =>
      at.request({ method: 'POST', url: `/api/admin/${path}`, token: token[who] ?? '', payload: JSON.stringify(body) })
    const get = async (who: string, path: string) =>
      at.request({ method: 'GET', url: `/api/admin/${path}`, token: token[who] ?? '' })
    const names = async (who: string, path: string): Promise<Json[]> => {
      const { body, text: said } = await get(who, path)
      if (!Array.isArray(body.items)) throw new Error(said)
      return (body.items as readonly JsonObject[]).map((item) => item.name ?? item.label ?? null).toSorted()
    }

    beforeAll(async () => {
      at = await testApp({ open, schemas, resources, features: [counting] })
      token = { root: await at.tokenFor('root') }
      const make = async (path: string, name: string, more: JsonObject = {}) => {
        const { body, text: said } = await post('root', `${path}/create`, { name, ...more })
        if (typeof body.id !== 'number') throw new Error(said)
        id[name] = body.id
        return body.id
      }
      const [b1, b2] = [await make('branches', 'B1'), await make('branches', 'B2')]
      await make('branches', 'B3')
      for (const [company, branch] of [
        ['P', b1],
        ['Q', b2],
        ['C', b1],
      ] as const) {
        const owner = await make('companies', company, { id_branch: branch })
        const store = await make('stores', `${company}-store`, { id_partner: owner })
        const article = await make('articles', `${company}-article`, { id_store: store })
        await make('extras', `${company}-extra`, { id_article: article })
      }
      await make('extras', 'nobodys-extra')
      for (const area of ['A1', 'A2']) await make('areas', area, { id_company: id.C ?? 0 })
      const { db } = at.database
      const password = cheapHash('clave-de-prueba')
      const role = async (name: string, more: object = {}) =>
        Number(
          (
            await db
              .insertInto('roles')
              .values({ name, type_user: '3', all_modules: '2', ...more })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
        )
      const all = await role('Todo')
      const areaRole = await role('Área', { corporate: true, corporate_admin_rea: true })
      const people: { readonly [who: string]: JsonObject } = {
        worker: { type_user: '4', id_company: id.P ?? 0 },
        loose: { type_user: '4' },
        client: { type_user: '3', id_company: id.C ?? 0, id_branch: b2 },
        stranger: { type_user: '3' },
        staff: { type_user: '1', id_branch: b1 },
        area: { type_user: '3', id_company: id.C ?? 0, id_company_area: id.A1 ?? 0, id_role: areaRole },
        areaLess: { type_user: '3', id_company: id.C ?? 0, id_role: areaRole },
        neighbour: { type_user: '3', id_company: id.C ?? 0, id_company_area: id.A2 ?? 0 },
      }
      const wide = await role('Personal', { type_user: '1' })
      for (const [who, more] of Object.entries<JsonObject>({ ...people, roaming: { type_user: '1', id_role: wide } })) {
        const email = `${who.toLowerCase()}@tenants.test`
        id[who] = Number(
          (
            await db
              .insertInto('users')
              .values({ name: who, email, password, language: 'es', id_role: all, ...more })
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
        )
        token = { ...token, [who]: String((await at.login(email)).body.token) }
      }
    })
    afterAll(() => at?.close())
    const sucursal = async (who: string, id_branch: number | null) => post(who, 'me/setBranch', { id_branch })

    test('rows belong to a partner by a column, and one and two references away', async () => {
      for (const [path, kind] of [
        ['stores', 'store'],
        ['articles', 'article'],
        ['extras', 'extra'],
      ] as const) {
        expect([path, await names('worker', path)]).toEqual([path, [`P-${kind}`]])
        expect(await names('worker', `${path}?lookup=1`)).toEqual([`P-${kind}`])
        for (const who of ['client', 'loose', 'stranger'])
          expect([who, path, await names(who, path)]).toEqual([who, path, []])
        expect((await get('worker', `${path}/${id[`Q-${kind}`] ?? 0}`)).status).toBe(404)
        expect((await post('worker', `${path}/create`, { id: id[`Q-${kind}`] ?? 0, name: 'Mía' })).status).toBe(404)
        expect((await post('worker', `${path}/remove`, { id: id[`Q-${kind}`] ?? 0 })).status).toBe(404)
      }
      expect(await names('worker', 'companies')).toEqual(['P'])
    })

    test('the search of the whole console finds for each what their own lists find, of each catalogue that they see, and nothing else', async () => {
      const found = async (who: string, q: string): Promise<Json> => {
        const { body, status, text: said } = await get(who, `find?q=${q}`)
        expect(status, said).toBe(200)
        const groups = body.items as unknown as readonly {
          readonly resource: string
          readonly records: readonly JsonObject[]
        }[]
        return Object.fromEntries(
          groups.map(({ resource, records }) => [resource, records.map(({ label }) => String(label)).toSorted()]),
        )
      }
      const CATALOGUES = ['stores', 'articles', 'extras', 'companies', 'areas', 'branches', 'people']
      for (const who of Object.keys(token)) {
        for (const q of ['-store', '-article', '-extra', 'worker']) {
          const listed: { [path: string]: Json } = {}
          for (const path of CATALOGUES) {
            const { body, status } = await get(who, `${path}?q=${q}&limit=4`)
            const items = (body.items ?? []) as readonly JsonObject[]
            if (status === 200 && items.length > 0)
              listed[path] = items
                .map(({ name, surname }) => [name, surname].filter((part) => typeof part === 'string').join(' '))
                .toSorted()
          }
          expect([who, q, await found(who, q)]).toEqual([who, q, listed])
        }
      }
      expect(await found('worker', 'P-')).toEqual({ articles: ['P-article'], extras: ['P-extra'], stores: ['P-store'] })
      expect(await found('client', 'P-')).toEqual({})
      expect(await found('root', 'x')).toEqual({})
    })

    test("a feature's own query finds by the scope what the list finds, and nothing where an entity is closed", async () => {
      expect((await post('root', 'places/create', { name: 'Plaza' })).status).toBe(200)
      for (const who of ['root', 'worker', 'loose', 'client', 'stranger', 'staff']) {
        for (const path of ['stores', 'articles', 'extras', 'companies', 'places']) {
          const { body } = await get(who, `count?entity=${path}`)
          expect([who, path, body.names]).toEqual([who, path, await names(who, path)])
        }
      }
      expect(await names('root', 'places')).toEqual(['Plaza'])
      expect((await get('worker', 'count?entity=places')).body.names).toEqual([])
      expect((await get('root', 'count?entity=stores')).body.names).toHaveLength(3)
    })

    test("what is made below somebody else's is refused, and what is made is one's own", async () => {
      expect(await post('worker', 'extras/create', { name: 'X', id_article: id['Q-article'] ?? 0 })).toMatchObject({
        status: 422,
        body: { errors: { id_article: expect.any(String) as string } },
      })
      expect((await post('worker', 'extras/create', { name: 'X' })).status).toBe(422)
      const made = await post('worker', 'stores/create', { name: 'P-second' })
      expect(made).toMatchObject({ status: 200, body: { item: { id_partner: id.P } } })
      expect((await post('worker', 'extras/create', { id: id['P-extra'] ?? 0, id_article: null })).status).toBe(422)
      expect((await post('root', 'stores/remove', { id: made.body.id ?? 0 })).status).toBe(200)
    })

    test('staff of a branch meet its rows, and read what no branch divides', async () => {
      expect(await names('staff', 'companies')).toEqual(['C', 'P'])
      expect(await names('staff', 'stores')).toEqual(['C-store', 'P-store'])
      expect(await names('staff', 'articles')).toEqual(['C-article', 'P-article'])
      expect(await names('staff', 'extras')).toEqual(['C-extra', 'P-extra', 'Q-extra', 'nobodys-extra'])
      expect(await names('staff', 'branches')).toEqual(['B1', 'B2', 'B3'])
      expect(await names('staff', 'places')).toEqual([])
      expect((await post('staff', 'companies/create', { id: id.P ?? 0, id_branch: id.B2 ?? 0 })).status).toBe(422)
      expect((await post('staff', 'branches/create', { id: id.B3 ?? 0, name: 'B3' })).status).toBe(403)
    })

    test('staff of several branches work in all of them, or in the one they choose', async () => {
      expect(await names('roaming', 'companies')).toEqual(['C', 'Empresa A', 'Empresa B', 'P', 'Q'])
      const first = await post('root', 'user_branches/create', { id_user: id.roaming ?? 0, id_branch: id.B2 ?? 0 })
      expect(await names('roaming', 'companies')).toEqual(['Q'])
      await post('root', 'user_branches/create', { id_user: id.roaming ?? 0, id_branch: id.B1 ?? 0 })
      expect(await names('roaming', 'companies')).toEqual(['C', 'P', 'Q'])
      expect((await get('roaming', 'verify')).body.user).toMatchObject({
        branches: [
          { id: id.B1, name: 'B1' },
          { id: id.B2, name: 'B2' },
        ],
        data: { id_branch: null },
        actor: { id_branches: [id.B1, id.B2] },
      })
      expect((await post('roaming', 'companies/create', { name: 'New' })).status).toBe(422)
      expect((await sucursal('roaming', id.B1 ?? 0)).body).toEqual({ ok: true, msg: 'Se ha cambiado de sucursal' })
      expect(await names('roaming', 'companies')).toEqual(['C', 'P'])
      // A program does not move with the console of its key's owner.
      const { key } = (await post('roaming', 'me/createKey', { name: 'Copia', modules: [{ id: 'companies' }] })).body
      const rows = JSON.parse(
        (await at.request({ method: 'GET', url: '/api/rest/companies', token: String(key) })).text,
      ) as readonly JsonObject[]
      expect(rows.map(({ name }) => name).toSorted()).toEqual(['C', 'P', 'Q'])
      expect((await get('roaming', 'verify')).body.user).toMatchObject({
        data: { id_branch: id.B1 },
        branches: [{ id: id.B1 }, { id: id.B2 }],
      })
      const made = await post('roaming', 'companies/create', { name: 'New' })
      expect(made).toMatchObject({ status: 200, body: { item: { id_branch: id.B1 } } })
      await post('root', 'companies/remove', { id: made.body.id ?? 0 })
      expect((await sucursal('roaming', id.B3 ?? 0)).status).toBe(422)
      expect((await sucursal('roaming', null)).status).toBe(200)
      expect(await names('roaming', 'companies')).toEqual(['C', 'P', 'Q'])
      // A branch that was taken from somebody is left at once, also by who had chosen it.
      await sucursal('roaming', id.B2 ?? 0)
      expect((await post('root', 'user_branches/remove', { id: first.body.id ?? 0 })).status).toBe(200)
      expect(await names('roaming', 'companies')).toEqual(['C', 'P'])
    })

    test('staff of a branch make nobody who works in another, or in all, and set nobody free', async () => {
      const person = { name: 'Nuevo', type_user: '1' }
      for (const id_branch of [id.B2 ?? 0, null]) {
        expect(
          (await post('roaming', 'people/create', { ...person, id_branch, email: 'x@tenants.test' })).body,
        ).toMatchObject({ ok: id_branch === null })
      }
      expect((await post('roaming', 'people/create', { id: id.staff ?? 0, id_branch: null })).body).toMatchObject({
        ok: false,
      })
      const [own] = (await get('roaming', 'user_branches')).body.items as readonly JsonObject[]
      expect(own).toMatchObject({ id_user: id.roaming, id_branch: id.B1 })
      expect(await post('roaming', 'user_branches/remove', { id: own?.id ?? 0 })).toMatchObject({ status: 403 })
      expect(await post('roaming', 'user_branches/create', { id: own?.id ?? 0, id_user: id.staff ?? 0 })).toMatchObject(
        { status: 403 },
      )
      expect(
        (await post('roaming', 'user_branches/create', { id_user: id.staff ?? 0, id_branch: id.B2 ?? 0 })).body,
      ).toMatchObject({ ok: false })
      expect(await names('roaming', 'companies')).toEqual(['C', 'P'])
    })

    test("a company's people are bound by it, whichever branch serves them", async () => {
      expect(await names('client', 'people')).toEqual(['area', 'areaLess', 'client', 'neighbour'])
      expect(await names('client', 'companies')).toEqual(['C'])
      expect(await names('stranger', 'people')).toEqual([])
    })

    test("an area's administrator has its people, and makes them there", async () => {
      expect(await names('area', 'people')).toEqual(['area'])
      expect(await names('areaLess', 'people')).toEqual([])
      expect((await get('area', `people/${id.neighbour ?? 0}`)).status).toBe(404)
      const made = await post('area', 'people/create', { name: 'Nueva', type_user: '3' })
      expect(made).toMatchObject({ status: 200, body: { item: { id_company: id.C, id_company_area: id.A1 } } })
      expect((await post('area', 'people/create', { id: made.body.id ?? 0, id_company_area: id.A2 ?? 0 })).status).toBe(
        422,
      )
      expect((await post('areaLess', 'people/create', { name: 'Otra', type_user: '3' })).status).toBe(403)
      expect((await get('area', 'verify')).body).toMatchObject({ user: { corporate: true, corporate_admin_rea: true } })
    })
  })
})
