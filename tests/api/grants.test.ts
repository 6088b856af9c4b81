import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { cheapHash } from '../cheap-hash'
import { oneEngine } from '../engines'
import { testApp, type Answer, type TestApp } from './fixture-app'
import { emailOf, type RoleName } from './fixture-users'

/** Roles and rights in the hands of who is not root, which the application itself does not even offer. */
const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user', 'id_company']] },
  },
  roles: { title: 'Roles' },
  role_modules: { title: 'Permisos', module: 'roles' },
  modules: { title: 'Módulos' },
}

oneEngine((_engine, open) => {
  describe('nobody grants what they do not have', () => {
    let at: TestApp
    let token = ''
    const role: { [name: string]: number } = {}
    const module: { [key: string]: number } = {}
    const call = (path: string, input: JsonObject) =>
      at.request({ method: 'POST', url: `/api/admin/${path}`, token, payload: JSON.stringify(input) })
    const put = async (table: string, row: object) =>
      Number(
        (
          await at.database.db
            .insertInto(table)
            .values(row as never)
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      )
    const rightsOf = async (name: string) =>
      await at.database.db
        .selectFrom('role_modules')
        .select(['id_module', 'see', 'edit'])
        .where('id_role', '=', role[name])
        .where('date_deleted', 'is', null)
        .orderBy('id_module')
        .execute()
    const FORBIDDEN = { status: 403, body: { code: 'FORBIDDEN' } }
    const refusedAt = (field: string): object => ({
      status: 422,
      body: { errors: { [field]: expect.any(String) as string } },
    })

    beforeAll(async () => {
      at = await testApp({ open, resources })
      for (const { id, key } of await at.database.db.selectFrom('modules').select(['id', 'key']).execute())
        module[String(key)] = Number(id)
      for (const { id, name } of await at.database.db.selectFrom('roles').select(['id', 'name']).execute())
        role[String(name)] = Number(id)
      // Edits people and roles, sees places, and nothing else.
      role.clerk = await put('roles', { name: 'Oficinista', type_user: '1', can_set_passwords: true })
      role.twin = await put('roles', { name: 'Gemelo', type_user: '1' })
      role.open = await put('roles', { name: 'Casi todo', type_user: '1', all_modules: '2' })
      const rights = [
        ['people', true],
        ['roles', true],
        ['modules', true],
        ['places', false],
      ] as const
      for (const [key, edit] of rights)
        await put('role_modules', { id_role: role.clerk, id_module: module[key], see: true, edit })
      await put('users', {
        name: 'Oficinista',
        type_user: '1',
        email: 'clerk@test.pe',
        password: cheapHash('clave-de-prueba'),
        id_role: role.clerk,
        language: 'es',
      })
      token = String((await at.login('clerk@test.pe')).body.token)
    })
    afterAll(() => at?.close())

    test('no right on a module, by whichever field of its row', async () => {
      const give = (key: string, edit: 0 | 1) => ({
        id_role: role.twin ?? 0,
        id_module: module[key] ?? 0,
        see: 1,
        edit,
      })
      for (const row of [give('shades', 0), give('shades', 1), give('places', 1), give('companies', 1)]) {
        expect([row, await call('role_modules/create', row)]).toMatchObject([row, FORBIDDEN])
      }
      const mine = await call('role_modules/create', give('places', 0))
      expect(mine.status).toBe(200)
      const id = mine.body.id ?? 0
      expect(await call('role_modules/create', { id, edit: 1 })).toMatchObject(FORBIDDEN)
      expect(await call('role_modules/create', { id, id_module: module.shades ?? 0 })).toMatchObject(FORBIDDEN)
      expect(await call('role_modules/create', { id, id_role: role.Administrador ?? 0 })).toMatchObject(FORBIDDEN)
      expect(await rightsOf('twin')).toMatchObject([{ id_module: module.places, see: true, edit: false }])
    })

    test('no right by taking the row away that held it back', async () => {
      const held = await put('role_modules', { id_role: role.open, id_module: module.shades, see: false, edit: false })
      expect(await call('role_modules/remove', { id: held })).toMatchObject(FORBIDDEN)
      expect(await call('role_modules/create', { id: held, id_module: module.places ?? 0 })).toMatchObject(FORBIDDEN)
      expect(
        await at.database.db
          .selectFrom('role_modules')
          .select(['date_deleted', 'id_module'])
          .where('id', '=', held)
          .executeTakeFirst(),
      ).toEqual({ date_deleted: null, id_module: module.shades })
      expect((await at.call('root', 'POST', 'role_modules/remove', { id: held })).status).toBe(200)
    })

    test('no role with all modules, with full access or over companies', async () => {
      const grants: readonly JsonObject[] = [{ all_modules: '1' }, { all_modules: '2' }, { root: 1 }]
      for (const more of grants) {
        expect((await call('roles/create', { name: 'Nuevo', type_user: '1', ...more })).body).toMatchObject({
          ok: false,
        })
        expect((await call('roles/create', { id: role.twin ?? 0, ...more })).body).toMatchObject({ ok: false })
      }
      expect((await call('roles/create', { name: 'Sin permisos', type_user: '1' })).status).toBe(200)
      expect((await call('roles/create', { id: role.open ?? 0, name: 'Otro nombre' })).status).toBe(200)
      expect(await at.call('companyA', 'POST', 'roles/create', { name: 'Mío', type_user: '3' })).toMatchObject(
        FORBIDDEN,
      )
    })

    test("no module of root's, by the module itself", async () => {
      expect(await call('modules/create', { id: module.places ?? 0, root: 1 })).toMatchObject(refusedAt('root'))
      expect(await call('modules/create', { id: module.places ?? 0, key: 'shades' })).toMatchObject(refusedAt('key'))
    })

    test("no account with more than one's own, and none taken over", async () => {
      const person = { name: 'Nuevo', type_user: '1', email: 'nuevo@test.pe', password: 'una-clave-larga' }
      for (const name of ['open', 'Lector', 'Administrador']) {
        expect([name, await call('people/create', { ...person, id_role: role[name] ?? 0 })]).toMatchObject([
          name,
          refusedAt('id_role'),
        ])
      }
      expect((await call('people/create', { ...person, id_role: role.twin ?? 0 })).status).toBe(200)
      const { operator, reader, none } = at.ids.users
      const changes: readonly JsonObject[] = [
        { password: 'tomada-por-otro' },
        { email: 'mio@test.pe' },
        { id_role: null },
        { state: '0' },
      ]
      for (const change of changes) {
        for (const id of [operator, reader])
          expect([id, change, await call('people/create', { id, ...change })]).toMatchObject([id, change, FORBIDDEN])
      }
      for (const verb of ['disable', 'remove'])
        expect(await call(`people/${verb}`, { id: operator })).toMatchObject(FORBIDDEN)
      expect((await call('people/create', { id: operator, surname: 'Huamán' })).status).toBe(200)
      expect(
        (await call('people/create', { id: none, password: 'otra-clave-larga', id_role: role.clerk ?? 0 })).status,
      ).toBe(200)
      expect((await at.login(emailOf('operator'))).status).toBe(200)
    })

    test("a company's people make no staff of the house, and leave nobody in another company", async () => {
      const { a, b } = at.ids.companies
      const as = (who: RoleName, input: JsonObject): Promise<Answer> => at.call(who, 'POST', 'people/create', input)
      const person = { name: 'Nuevo', type_user: '3', email: 'otro@test.pe' }
      expect(await as('companyA', { ...person, type_user: '1' })).toMatchObject(refusedAt('type_user'))
      expect(await as('companyA', { id: at.ids.users.readerA, type_user: '1' })).toMatchObject(refusedAt('type_user'))
      expect(await as('companyA', { ...person, id_company: b })).toMatchObject(refusedAt('id_company'))
      expect(await as('companyA', { id: at.ids.users.companyA, id_company: null })).toMatchObject(
        refusedAt('id_company'),
      )
      expect(await as('companyA', { ...person, id_role: role['Administrador de empresa'] ?? 0 })).toMatchObject({
        status: 200,
        body: { item: { id_company: a } },
      })
      await at.database.db.updateTable('users').set({ type_user: '1' }).where('id', '=', at.ids.users.readerA).execute()
      expect(await as('companyA', { id: at.ids.users.readerA, password: 'tomada-por-otro' })).toMatchObject(FORBIDDEN)
    })
  })
})
