import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'id_role', 'type_user', 'id_company']] },
  },
  roles: { title: 'Roles', root: true },
  modules: { title: 'Módulos', root: true },
  role_modules: { title: 'Permisos', root: true },
}

oneEngine((_engine, open) => {
  describe("a look-up of what is root's alone", () => {
    let at: TestApp
    beforeAll(async () => {
      at = await testApp({ open, resources })
    })
    afterAll(() => at?.close())

    const lookUp = (role: RoleName, path: string, more: JsonObject = {}) =>
      at.call(role, 'GET', path, { lookup: 1, limit: 100, ...more })
    const labels = async (role: RoleName, more: JsonObject = {}) =>
      ((await lookUp(role, 'roles', more)).body.items as unknown as JsonObject[])
        .map(({ label }) => String(label))
        .sort()

    test('is open to root, and to nobody who sees no field that refers to it', async () => {
      for (const path of ['roles', 'modules', 'role_modules']) {
        expect([path, (await lookUp('root', path)).status]).toEqual([path, 200])
        expect([path, (await lookUp('none', path)).status]).toEqual([path, 403])
      }
      for (const role of ['operator', 'companyA', 'readerA'] as const) {
        for (const path of ['modules', 'role_modules'])
          expect([role, path, (await lookUp(role, path)).status]).toEqual([role, path, 403])
      }
    })

    test('shows of the roles those that the asker may give at all', async () => {
      expect(await labels('operator', { for: 'users.id_role' })).toEqual([
        'Administrador de empresa',
        'Empleado',
        'Lector',
        'Operador',
      ])
      expect(await labels('companyA', { for: 'users.id_role' })).toEqual(['Administrador de empresa', 'Empleado'])
      // A list that nobody but root sees gives nothing by itself.
      expect((await lookUp('operator', 'roles')).status).toBe(403)
      // Whatever the form is said to hold.
      expect(await labels('companyA', { for: 'users.id_role', form: { type_user: '1' } })).toEqual([])
      expect(await labels('companyA', { for: 'users.id_role', form: { type_user: '3' } })).toEqual([
        'Administrador de empresa',
        'Empleado',
      ])
      const { id } = await at.database.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'Operador')
        .executeTakeFirstOrThrow()
      expect(await labels('companyA', { for: 'users.id_role', filters: { id: [Number(id)] } })).toEqual([])
    })

    test('leaves the form that needs it as it was', async () => {
      const { id } = await at.database.db
        .selectFrom('roles')
        .select('id')
        .where('name', '=', 'Empleado')
        .executeTakeFirstOrThrow()
      const { body } = await at.call('companyA', 'POST', 'people/create', {
        name: 'Nuevo',
        type_user: '3',
        id_role: Number(id),
      })
      expect(body).toMatchObject({ ok: true, item: { id_role__label: 'Empleado' } })
    })
  })
})
