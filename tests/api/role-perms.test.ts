import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const RESOURCES = {
  roles: { title: 'Roles', root: true },
  role_modules: { title: 'Permisos', module: 'roles', root: true },
  modules: { title: 'Módulos', root: true, list: { perPage: 5 } },
}

oneEngine((_engine, open) => {
  describe('the rights of a role in its own call', () => {
    let at: TestApp
    let modules: readonly number[] = []
    beforeAll(async () => {
      at = await testApp({ open, resources: RESOURCES })
      const rows = await at.database.db
        .selectFrom('modules')
        .select('id')
        .where('level', '=', '1')
        .where('root', '=', false)
        .orderBy('id')
        .execute()
      modules = rows.map(({ id }) => Number(id))
    })
    afterAll(() => at?.close())
    const call = async (path: string, input: JsonObject) => (await at.call('root', 'POST', path, input)).body
    const perms = (item: unknown) =>
      (item as { readonly perms: readonly JsonObject[] }).perms.map(({ id_module, see, edit }) => ({
        id_module,
        see,
        edit,
      }))
    const stored = async (id: unknown) =>
      (
        await at.database.db
          .selectFrom('role_modules')
          .select(['id', 'id_module'])
          .where('id_role', '=', id)
          .where('date_deleted', 'is', null)
          .orderBy('id_module')
          .execute()
      ).map((row) => [Number(row.id), Number(row.id_module)])

    test('they come with a new role, and are answered with it and by its form', async () => {
      const [one = 0, two = 0] = modules
      const sent = [
        { id_module: one, see: 1, edit: 1 },
        { id_module: two, see: 1, edit: 0 },
      ]
      const made = await call('roles/create', { name: 'Cajera', type_user: '1', perms: sent })
      expect(made).toMatchObject({ ok: true })
      expect(perms(made.item)).toEqual(sent)
      const form = (await at.call('root', 'GET', 'roles/form', { id: made.id ?? 0 })).body
      expect(perms(form.item)).toEqual(sent)
    })

    test('a program that knows no ids of pairs says them anew, and the pairs that stay are the same rows', async () => {
      const [one = 0, two = 0, three = 0] = modules
      const made = await call('roles/create', {
        name: 'Jefa',
        type_user: '1',
        perms: [
          { id_module: one, see: 1, edit: 0 },
          { id_module: two, see: 1, edit: 0 },
        ],
      })
      const [kept] = await stored(made.id)
      const changed = await call('roles/create', {
        id: made.id ?? 0,
        perms: [
          { id_module: one, see: 1, edit: 1 },
          { id_module: three, see: 1, edit: 0 },
        ],
      })
      expect(changed).toMatchObject({ ok: true })
      const now = await stored(made.id)
      expect(now.map(([, module]) => module)).toEqual([one, three])
      expect(now[0]).toEqual(kept)
    })

    test('a group opens what is in it, unless some of that is said itself', async () => {
      const rows = (await at.call('root', 'GET', 'roles/permissions')).body.rows as readonly {
        id: number
        id_parent: number | null
        group: boolean
        root: boolean
      }[]
      const group = rows.find((row) => row.group && rows.filter(({ id_parent }) => id_parent === row.id).length > 1)
      const inside = rows.filter(({ id_parent }) => id_parent === group?.id).map(({ id }) => id)
      const opened = await call('roles/create', {
        name: 'Todo el grupo',
        type_user: '1',
        perms: [{ id_module: group?.id ?? 0, see: 1, edit: 0 }],
      })
      const within = async (id: unknown) =>
        (await stored(id)).map(([, module]) => module).filter((module) => module !== group?.id)
      expect((await within(opened.id)).toSorted()).toEqual([...inside].toSorted())
      const [first = 0] = inside
      const some = await call('roles/create', {
        name: 'Uno del grupo',
        type_user: '1',
        perms: [
          { id_module: group?.id ?? 0, see: 1, edit: 1 },
          { id_module: first, see: 1, edit: 0 },
        ],
      })
      expect(await within(some.id)).toEqual([first])
    })

    test('who sees the roles is told what may be given, and who has full access what somebody may do, and why', async () => {
      for (const who of ['operator', 'reader', 'companyA'] as const) {
        expect((await at.call(who, 'GET', 'roles/permissions')).status).toBe(403)
        expect((await at.call(who, 'GET', 'roles/rightsOf', { id_user: at.ids.users.reader })).status).toBe(403)
      }
      const [one = 0, two = 0] = modules
      const role = (
        await call('roles/create', {
          name: 'Con todo a la vista',
          type_user: '1',
          all_modules: '1',
          perms: [
            { id_module: one, see: 0, edit: 0 },
            { id_module: two, see: 1, edit: 1 },
          ],
        })
      ).id
      const put = async (row: object) =>
        Number(
          (
            await at.database.db
              .insertInto('users')
              .values({ type_user: '1', name: 'Rita', ...row } as never)
              .returning('id')
              .executeTakeFirstOrThrow()
          ).id,
        )
      const rights = async (id_user: number) =>
        (await at.call('root', 'GET', 'roles/rightsOf', { id_user })).body as unknown as {
          off: string | null
          role: object | null
          items: readonly { id: number; see: number; edit: number; why: string }[]
        }
      const rita = await rights(await put({ id_role: role, state: '1' }))
      expect(rita).toMatchObject({ off: null, role: { name: 'Con todo a la vista' } })
      const of = (id: number) => rita.items.find((item) => item.id === id)
      expect(of(one)).toMatchObject({ see: 0, edit: 0, why: 'own' })
      expect(of(two)).toMatchObject({ see: 1, edit: 1, why: 'own' })
      expect(rita.items.some(({ see, edit, why }) => see === 1 && edit === 0 && why === 'everywhere')).toBe(true)
      expect(await rights(await put({ id_role: null, state: '1' }))).toMatchObject({ off: 'no_role', role: null })
      expect(await rights(await put({ id_role: role, state: '0' }))).toMatchObject({ off: 'person' })
      expect((await rights(at.ids.users.root)).items.every(({ edit, why }) => edit === 1 && why === 'root')).toBe(true)
    })

    test('a list of roles asked for in full has the rights of each, and all roles', async () => {
      const plain = (await at.call('root', 'GET', 'roles')).body.items as readonly JsonObject[]
      expect(plain[0]).not.toHaveProperty('perms')
      const full = (await at.call('root', 'GET', 'roles', { full: 1, type_user: '1' })).body
      const items = full.items as readonly JsonObject[]
      expect(items).toHaveLength(Number(full.total))
      expect(items.find(({ name }) => name === 'Cajera')).toMatchObject({
        perms: [
          { see: 1, edit: 1 },
          { see: 1, edit: 0 },
        ],
      })
    })

    test('the tree of modules is answered whole where no page is asked for, each with the section that it is', async () => {
      const whole = (await at.call('root', 'GET', 'modules')).body
      const items = whole.items as readonly JsonObject[]
      expect(items.length).toBeGreaterThan(5)
      expect(items).toHaveLength(Number(whole.total))
      expect(items.every(({ section, key }) => section === key)).toBe(true)
      expect((await at.call('root', 'GET', 'modules', { limit: 5 })).body.items).toHaveLength(5)
    })
  })
})
