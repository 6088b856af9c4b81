import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NavigationItem } from '../../src/model/shell-answers'
import { prepareDatabase } from '../../src/server/boot/prepare'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import type { ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { sourceFilesOf, userBranches, withBranch } from './fixture-schemas'
import type { RoleName } from './fixture-users'

const feature: ServerFeature = {
  name: 'screens',
  needs: { places: ['name'] },
  modules: [{ key: 'board', title: 'Tablero', route: '/board', icon: 'map', group: 'work', order: 5 }],
}
const resources = {
  places: { title: 'Lugares', menu: { group: 'work', icon: 'place', order: 20 } },
  shades: { title: 'Tonos', menu: { group: 'base', icon: 'palette', order: 30 } },
}

// The spec's names of a branch are this application's: its users have one.
const schemas = {
  users: withBranch,
  branches: {
    title: 'Sucursal',
    required: ['name'],
    'x-represent': '{name}',
    'x-module': false,
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 80 } },
  },
  user_branches: userBranches({
    'x-scope': { shared: true },
    properties: { id_branch: { 'x-type': 'ref', 'x-to': 'branches' } },
  }),
}

oneEngine((_engine, open) => {
  describe('verify', () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ open, features: [feature], resources, schemas })
    })
    afterAll(() => at?.close())

    const verify = async (role: RoleName) => (await at.call(role, 'GET', 'verify')).body
    const menuOf = async (role: RoleName) => ((await verify(role)).user as unknown as { menu: NavigationItem[] }).menu
    const keysOf = async (role: RoleName) =>
      (await menuOf(role)).flatMap(({ id, children }) =>
        children ? children.map((child) => `${id}/${child.id}`) : [id],
      )

    test('answers everything the spec names, with the fine print of the design', async () => {
      const body = await verify('companyA')
      expect(body).toEqual({
        ok: true,
        token: await at.tokenFor('companyA'),
        user: {
          role: ['user'],
          data: {
            id: at.ids.users.companyA,
            displayName: 'companyA Prueba',
            name: 'companyA',
            surname: 'Prueba',
            email: 'companya@test.pe',
            phone: null,
            pic: null,
            type: '3',
            br_name: null,
            co_name: 'Empresa A',
            ro_name: 'Administrador de empresa',
            language: 'es',
            id_branch: null,
            id_company: at.ids.companies.a,
            shortcuts: [],
            settings: {},
            menu_collapsed: false,
            belongs: 'Empresa A',
            home: null,
          },
          operator: false,
          corporate: true,
          corporate_admin_rea: false,
          root: false,
          branches: [],
          languages: [
            { id: 'es', name: 'Español', flag: 'es' },
            { id: 'en', name: 'English', flag: 'gb' },
            { id: 'he', name: 'עברית', flag: 'il' },
          ],
          config: expect.objectContaining({
            brand: 'Admin',
            coin: 'S/',
            coin_space: 1,
            decimals_visible: 2,
            thousands_separator: ',',
            decimals_separator: '.',
            distance_unit_measure: 'km',
            interval: 10,
            debug: 0,
            colours: {
              primary: null,
              accent: null,
              accent_dark: null,
              accent_inverse: null,
              menu: null,
              background: null,
            },
          }) as unknown,
          menu: expect.any(Array) as unknown,
          closed_routes: expect.any(Array) as unknown,
          actor: expect.objectContaining({
            id: at.ids.users.companyA,
            root: false,
            operator: false,
            id_company: at.ids.companies.a,
            facts: expect.objectContaining({ type_user: '3', email: 'companya@test.pe', corporate: true }) as unknown,
          }) as unknown,
        },
        model: expect.stringMatching(/^[\w-]{22}$/) as unknown,
        words: {
          es: expect.any(String) as unknown,
          en: expect.any(String) as unknown,
          he: expect.any(String) as unknown,
        },
      })
      expect(JSON.stringify(body)).not.toMatch(/scrypt|engine\.created_as/)
    })

    test('tells which pages there are that the user may not open', async () => {
      const closed = async (role: RoleName) =>
        (await verify(role)).user as unknown as { closed_routes: string[]; menu: NavigationItem[] }
      expect((await closed('root')).closed_routes).toEqual([])
      const none = await closed('none')
      const roots = (await closed('root')).menu
        .flatMap(({ url, children }) => [url, ...(children ?? []).map((child) => child.url)])
        .filter(Boolean)
      expect(none.closed_routes).toEqual(expect.arrayContaining(roots))
    })

    test('tells who is who', async () => {
      const flags = async (role: RoleName) => {
        const { operator, corporate, root, role: groups } = (await verify(role)).user as { [key: string]: unknown }
        return { operator, corporate, root, groups }
      }
      expect(await flags('root')).toEqual({ operator: true, corporate: false, root: true, groups: ['admin'] })
      expect(await flags('reader')).toEqual({ operator: true, corporate: false, root: false, groups: ['staff'] })
      expect(await flags('companyB')).toEqual({ operator: false, corporate: true, root: false, groups: ['user'] })
    })

    test('gives each user the menu of their rights, in the order of the metadata', async () => {
      const all = [
        'companies',
        'group.work/board',
        'group.work/places',
        'group.base/shades',
        'group.system/logs',
        'group.system/languages',
        'group.system/mails',
        'group.reports/own_reports',
      ]
      expect(new Set(await keysOf('reader'))).toEqual(new Set(all))
      // The page on which the console checks itself and the settings of mail are root's alone.
      expect(new Set(await keysOf('root'))).toEqual(
        new Set([...all, 'group.system/tests', 'group.system/settings_mail']),
      )
      expect(await keysOf('none')).toEqual([])
      // The log of everything is the house's.
      expect(await keysOf('companyA')).not.toContain('group.system/logs')
      const work = (await menuOf('root')).find(({ id }) => id === 'group.work')
      expect(work).toMatchObject({
        type: 'group',
        children: [
          { id: 'board', title: 'Tablero', type: 'item', url: '/board', icon: 'map' },
          { id: 'places', url: '/places' },
        ],
      })
    })

    test('follows what administrators do to rows and rights', async () => {
      const { db } = at.database
      const module = await db.selectFrom('modules').select('id').where('key', '=', 'places').executeTakeFirstOrThrow()
      const user = await db
        .selectFrom('users')
        .select('id_role')
        .where('id', '=', at.ids.users.reader)
        .executeTakeFirstOrThrow()
      const has = (key: string) => expect.poll(async () => (await keysOf('reader')).includes(key))

      await db
        .insertInto('role_modules')
        .values({ id_role: user.id_role, id_module: module.id, see: false, edit: false })
        .execute()
      await has('group.work/places').toBe(false)
      await db.updateTable('role_modules').set({ see: true }).execute()
      await has('group.work/places').toBe(true)
      expect((await verify('reader')).user).toMatchObject({
        actor: { rights: { places: { see: true, edit: false }, shades: { see: true, edit: false } } },
      })

      await db.updateTable('modules').set({ root: true }).where('key', '=', 'places').execute()
      await has('group.work/places').toBe(false)
      expect(await keysOf('root')).toContain('group.work/places')
      await db.updateTable('modules').set({ root: false, state: '0' }).where('key', '=', 'places').execute()
      await expect.poll(() => keysOf('root')).not.toContain('group.work/places')
      await db.updateTable('modules').set({ state: '1', name: 'Sitios' }).where('key', '=', 'places').execute()
      await expect
        .poll(
          async () =>
            (await menuOf('root')).flatMap(({ children = [] }) => children).find(({ id }) => id === 'places')?.title,
        )
        .toBe('Sitios')
    })

    test("says untouched names in the reader's language and renamed ones as they are", async () => {
      expect((await at.call('operator', 'POST', 'me/setLanguage', { language: 'en' })).status).toBe(200)
      const titles = (await menuOf('operator')).flatMap(({ children = [] }) => children.map(({ title }) => title))
      expect(titles).toContain('Sitios')
      expect(await at.call('operator', 'POST', 'me/setLanguage', { language: 'xx' })).toMatchObject({
        status: 422,
        body: { msg: 'Check the marked fields.' },
      })
      await at.call('operator', 'POST', 'me/setLanguage', { language: 'es' })
    })

    test("keeps a removed catalogue's row, out of the menu, and its owner's changes for when it comes back", async () => {
      const without = checkedModel(sourceFilesOf({ shades: { ...placeholder } }, { places: resources.places }), [
        feature,
      ])
      const before = at.metadata.model()
      at.metadata.replace(without)
      expect(await keysOf('root')).not.toContain('group.base/shades')
      const row = await at.database.db
        .selectFrom('modules')
        .select('key')
        .where('key', '=', 'shades')
        .executeTakeFirst()
      expect(row).toEqual({ key: 'shades' })
      at.metadata.replace(before)
      await prepareDatabase(at.database, before, [feature], at.runtime.words, () => {})
      expect(await keysOf('root')).toContain('group.base/shades')
      const rows = await at.database.db
        .selectFrom('modules')
        .select('key')
        .where('key', 'in', ['shades', 'places', 'group.work'])
        .execute()
      expect(rows).toHaveLength(3)
    })

    test('keeps shortcuts and theme settings of a person, and nothing else', async () => {
      const data = {
        shortcuts: ['places', 'shades', { not: 'this' }],
        settings: { theme: 'dark' },
        email: 'other@test.pe',
        id_role: 1,
        root: true,
      }
      expect((await at.call('readerA', 'POST', 'me/update', { user: { data } })).body).toEqual({
        ok: true,
        msg: 'Guardado correctamente',
      })
      expect((await verify('readerA')).user).toMatchObject({
        root: false,
        data: { shortcuts: ['places', 'shades'], settings: { theme: 'dark' }, email: 'readera@test.pe' },
      })
      await at.call('readerA', 'POST', 'me/update', { user: { data: { shortcuts: [] } } })
      expect((await verify('readerA')).user).toMatchObject({ data: { shortcuts: [], settings: { theme: 'dark' } } })
      expect(
        (await at.call('readerA', 'POST', 'me/update', { user: { data: { settings: { x: 'x'.repeat(40_000) } } } }))
          .status,
      ).toBe(413)
      expect((await at.call(null, 'POST', 'me/update', {})).status).toBe(401)
    })
  })
})

// The entity stays (the table is not dropped), its module goes.
const placeholder = {
  title: 'Tono',
  type: 'object',
  required: ['name', 'code'],
  'x-represent': '{name}',
  'x-module': false,
  'x-scope': { shared: true },
  properties: {
    name: { type: 'string', title: 'Nombre', maxLength: 40 },
    code: { 'x-type': 'color', title: 'Código', 'x-unique': true },
  },
}
