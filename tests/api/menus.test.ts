import { beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { kindApp, type KindApp } from './kinds-fixture'

const RESOURCES = {
  modules: { title: 'Módulos', route: '/modules/:type_user', root: true },
  roles: { route: '/roles/:type_user' },
}

oneEngine((_engine, open) => {
  let at: KindApp
  beforeAll(async () => {
    at = await kindApp(open, RESOURCES)
  })
  const menuOf = async (role: 'root' | 'companyA'): Promise<string> =>
    JSON.stringify(
      ((await at.call(role, 'GET', 'verify', { app_version_code: 125 })).body.user as { menu?: object }).menu,
    )
  const rows = (type_user: string) => at.items('modules', { filters: { type_user } })

  describe('a menu of its own for a type of user', () => {
    test('is made once, by root alone, of everything there is', async () => {
      const common = await rows('1')
      expect(await rows('3')).toEqual([])
      expect((await at.post('reader', 'modules/ownMenu', { type_user: '3' })).status).toBe(403)
      for (const type_user of [null, '9', 3, ''])
        expect(await at.post('root', 'modules/ownMenu', { type_user })).toMatchObject({
          status: 422,
          body: { errors: { type_user: expect.any(String) } },
        })
      expect((await at.post('root', 'modules/ownMenu', { type_user: '3' })).status).toBe(200)
      expect((await at.post('root', 'modules/ownMenu', { type_user: '3' })).status).toBe(422)
      expect((await rows('3')).map(({ key }) => key).sort()).toEqual(common.map(({ key }) => key).sort())
    })

    test('is named and ordered apart from the common one, which grants the rights of all', async () => {
      const [common, own] = await Promise.all([rows('1'), rows('3')])
      const books = own.find(({ key }) => key === 'books')
      expect((await at.post('root', 'modules/create', { id: books?.id ?? 0, name: 'Biblioteca propia' })).status).toBe(
        200,
      )
      expect(
        [await menuOf('companyA'), await menuOf('root')].map((menu) => menu.includes('Biblioteca propia')),
      ).toEqual([true, false])
      expect(common.find(({ key }) => key === 'books')).toMatchObject({ name: 'Libros' })
      await at.post('root', 'modules/disable', { id: books?.id ?? 0 })
      expect((await at.call('root', 'GET', 'library/books')).status).toBe(200)
      expect(await menuOf('companyA')).not.toContain('Biblioteca propia')
    })

    test('keeps its rows under its own groups', async () => {
      const [common, own] = await Promise.all([rows('1'), rows('3')])
      const group = await at.make('modules', { type_user: '1', key: 'group.books', name: 'Grupo', level: '0' })
      const [mine, theirs] = [common, own].map((list) => list.find(({ key }) => key === 'tongues')?.id ?? 0)
      expect((await at.post('root', 'modules/create', { id: mine ?? 0, id_parent: group })).status).toBe(200)
      expect(await at.post('root', 'modules/create', { id: theirs ?? 0, id_parent: group })).toMatchObject({
        status: 422,
        body: { errors: { id_parent: expect.any(String) } },
      })
      expect(
        await at.post('root', 'modules/create', {
          id: mine ?? 0,
          id_parent: common.find(({ key }) => key === 'books')?.id ?? 0,
        }),
      ).toMatchObject({ status: 422 })
    })
  })

  describe('an entry that people make', () => {
    test('needs no key: a group opens with what is in it, a link leads to a page with its filters, or out', async () => {
      const group = await at.make('modules', { type_user: '1', name: 'Favoritos', level: '0' })
      await at.make('modules', {
        type_user: '1',
        name: 'Zonas de hoy',
        level: '1',
        id_parent: group,
        url: '/places?state=1',
        icon: 'star',
      })
      await at.make('modules', {
        type_user: '1',
        name: 'Diccionario',
        level: '1',
        id_parent: group,
        url: 'https://dle.rae.es',
      })
      const menu = (
        (await at.call('root', 'GET', 'verify', { app_version_code: 125 })).body.user as {
          menu: readonly { title: string; children?: readonly object[] }[]
        }
      ).menu
      expect(menu.find(({ title }) => title === 'Favoritos')?.children).toEqual([
        {
          id: expect.stringMatching(/^own\.\d+$/),
          title: 'Zonas de hoy',
          type: 'item',
          icon: 'star',
          url: '/places?state=1',
        },
        {
          id: expect.stringMatching(/^own\.\d+$/),
          title: 'Diccionario',
          type: 'link',
          icon: null,
          url: 'https://dle.rae.es',
          target: '_blank',
        },
      ])
    })

    test('is a line between others, where there is something on both sides of it; a group within a group is a fold with its icon', async () => {
      const group = await at.make('modules', { type_user: '1', name: 'Partes', level: '0' })
      const line = () => at.make('modules', { type_user: '1', name: 'Línea', level: '2', id_parent: group })
      const link = (name: string, id_parent: string | number = group) =>
        at.make('modules', { type_user: '1', name, level: '1', id_parent, url: `https://${name.toLowerCase()}.pe` })
      await line()
      await link('Uno')
      await line()
      await line()
      const fold = await at.make('modules', {
        type_user: '1',
        name: 'Pliegue',
        level: '0',
        id_parent: group,
        icon: 'star',
      })
      await link('Dos', fold)
      await line()
      interface Item {
        title: string
        type: string
        icon: string | null
        url?: string
        children?: readonly Item[]
      }
      const menu = (
        (await at.call('root', 'GET', 'verify', { app_version_code: 125 })).body.user as unknown as {
          menu: readonly Item[]
        }
      ).menu
      const kinds = (items: readonly Item[] = []): readonly string[] =>
        items.map(
          ({ type, title, children }) => `${type} ${title}${children ? ` (${kinds(children).join(', ')})` : ''}`,
        )
      expect(kinds(menu.find(({ title }) => title === 'Partes')?.children)).toEqual([
        'link Uno',
        'divider Línea',
        'collapse Pliegue (link Dos)',
      ])
      expect(menu.find(({ title }) => title === 'Partes')?.children?.at(-1)).toMatchObject({ icon: 'star' })
    })

    test('has a badge with its colours, is current at its own address alone, and is for full access alone where its maker says so', async () => {
      const marks = { badge: 'Nuevo', badge_bg: '#1565C0', badge_fg: '#fff', exact: 1 }
      const group = await at.make('modules', { type_user: '1', name: 'Avisado', level: '0', badge: '12' })
      await at.make('modules', {
        type_user: '1',
        name: 'Guía',
        level: '1',
        id_parent: group,
        url: 'https://guia.pe',
        ...marks,
      })
      await at.make('modules', {
        type_user: '1',
        name: 'Reservada',
        level: '1',
        id_parent: group,
        url: '/places',
        root: 1,
      })
      const menu = async (role: 'root' | 'reader') =>
        (
          (await at.call(role, 'GET', 'verify', { app_version_code: 125 })).body.user as unknown as {
            menu: readonly { title: string; children?: readonly object[] }[]
          }
        ).menu
      const shown = {
        title: 'Guía',
        type: 'link',
        target: '_blank',
        badge: { title: 'Nuevo', bg: '#1565c0', fg: '#ffffff' },
        exact: true,
      }
      const ours = (await menu('root')).find(({ title }) => title === 'Avisado')
      expect(ours).toMatchObject({ badge: { title: '12' }, children: [shown, { title: 'Reservada', auth: ['admin'] }] })
      expect(ours?.children?.[0]).not.toHaveProperty('auth')
      expect((await menu('reader')).find(({ title }) => title === 'Avisado')?.children).toEqual([
        expect.objectContaining(shown),
      ])
      expect(
        await at.post('root', 'modules/create', { type_user: '1', name: 'Mal', level: '0', badge_bg: 'rojo' }),
      ).toMatchObject({ status: 422, body: { errors: { badge_bg: expect.any(String) } } })
    })

    test('that would lead nowhere is refused at its address, and one to a page is found by those alone who may see it', async () => {
      for (const url of [null, '', 'books', '/nowhere', 'javascript:alert(1)', 'ftp://a.pe']) {
        expect(
          await at.post('root', 'modules/create', { type_user: '1', name: 'Perdido', level: '1', url }),
          String(url),
        ).toMatchObject({ status: 422, body: { errors: { url: expect.any(String) } } })
      }
      await at.make('modules', { type_user: '1', name: 'Los módulos', level: '1', url: '/modules/1' })
      expect(await menuOf('root')).toContain('Los módulos')
      const reader = (
        (await at.call('reader', 'GET', 'verify', { app_version_code: 125 })).body.user as { menu?: object }
      ).menu
      expect(JSON.stringify(reader)).not.toContain('Los módulos')
    })
  })
})
