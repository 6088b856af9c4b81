import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { emailOf, PASSWORD } from './fixture-users'

const resources = {
  people: {
    entity: 'users',
    title: 'Personas',
    form: { rows: [['name', 'email', 'password', 'id_role', 'type_user']] },
  },
  roles: { title: 'Roles', form: { rows: [['name', 'type_user', 'root', 'all_modules']] } },
}

oneEngine((_engine, open) => {
  describe('accounts with full access', () => {
    let at: TestApp
    let rootRole: number
    let readerRole: number
    beforeAll(async () => {
      at = await testApp({ open, resources })
      const roles = await at.database.db
        .selectFrom('users')
        .select(['name', 'id_role'])
        .where('name', 'in', ['root', 'reader'])
        .execute()
      // What is tried here is not this right.
      await at.database.db
        .updateTable('roles')
        .set({ can_set_passwords: true })
        .where('name', 'in', ['Operador', 'Administrador de empresa'])
        .execute()
      rootRole = Number(roles.find(({ name }) => name === 'root')?.id_role)
      readerRole = Number(roles.find(({ name }) => name === 'reader')?.id_role)
    })
    afterAll(() => at?.close())

    const refused = { body: { ok: false, code: 'FORBIDDEN' } }

    test('are changed, deactivated and removed by nobody but root', async () => {
      const { root } = at.ids.users
      const changes: JsonObject[] = [
        { name: 'Otro' },
        { password: 'tomada-por-otro' },
        { email: 'mia@test.pe' },
        { id_role: null },
      ]
      for (const change of changes) {
        expect(await at.call('operator', 'POST', 'people/create', { id: root, ...change })).toMatchObject(refused)
      }
      expect(await at.call('operator', 'POST', 'people/disable', { id: root })).toMatchObject(refused)
      expect(await at.call('operator', 'POST', 'people/remove', { id: root })).toMatchObject(refused)
      expect((await at.login(emailOf('root'))).status).toBe(200)
      expect(
        (await at.call('operator', 'POST', 'people/create', { id: at.ids.users.reader, name: 'Lectora' })).status,
      ).toBe(200)
    })

    test('are made by nobody but root', async () => {
      const person = {
        name: 'Nueva',
        type_user: '1',
        email: 'nueva@test.pe',
        password: 'una-clave-larga',
        id_role: rootRole,
      }
      expect(await at.call('operator', 'POST', 'people/create', person)).toMatchObject({
        status: 422,
        body: { errors: { id_role: expect.any(String) as unknown } },
      })
      expect(
        await at.call('operator', 'POST', 'people/create', { id: at.ids.users.operator, id_role: rootRole }),
      ).toMatchObject({ status: 422 })
      expect((await at.call('root', 'POST', 'people/create', person)).status).toBe(200)
      expect((await at.login('nueva@test.pe', 'una-clave-larga')).body).toMatchObject({
        ok: true,
        user: { root: true },
      })
    })

    test('come of no role that somebody else widened', async () => {
      expect(await at.call('operator', 'POST', 'roles/create', { id: readerRole, root: 1 })).toMatchObject({
        body: { ok: false },
      })
      expect(await at.call('operator', 'POST', 'roles/create', { id: rootRole, name: 'Mío' })).toMatchObject(refused)
      const role = await at.database.db
        .selectFrom('roles')
        .select(['name', 'root'])
        .where('id', '=', readerRole)
        .executeTakeFirst()
      expect(role).toEqual({ name: 'Lector', root: false })
    })

    test('are not given up: the protected role stays, and nobody locks themselves out', async () => {
      for (const call of ['remove', 'disable'])
        expect(await at.call('root', 'POST', `roles/${call}`, { id: rootRole })).toMatchObject(refused)
      for (const call of ['remove', 'disable'])
        expect(await at.call('root', 'POST', `people/${call}`, { id: at.ids.users.root })).toMatchObject(refused)
      expect(
        await at.call('root', 'POST', 'people/create', { id: at.ids.users.root, id_role: readerRole }),
      ).toMatchObject(refused)
      expect(await at.call('operator', 'POST', 'people/disable', { id: at.ids.users.operator })).toMatchObject(refused)
    })

    test('a new password ends the sessions there are, but for the one it was set in', async () => {
      const { reader } = at.ids.users
      const token = String((await at.login(emailOf('reader'))).body.token)
      const verify = async (of: string) =>
        (await at.request({ method: 'GET', url: '/api/admin/verify', token: of })).status
      expect(await verify(token)).toBe(200)
      expect(
        (await at.call('operator', 'POST', 'people/create', { id: reader, password: 'otra-clave-larga' })).status,
      ).toBe(200)
      expect(await verify(token)).toBe(401)
      expect((await at.login(emailOf('reader'))).status).toBe(401)
      expect((await at.login(emailOf('reader'), 'otra-clave-larga')).status).toBe(200)

      const other = String((await at.login(emailOf('operator'))).body.token)
      const own = { id: at.ids.users.operator, password: 'mi clave propia' }
      expect((await at.call('operator', 'POST', 'people/create', own)).body).toMatchObject({
        errors: { password: expect.stringContaining('Mi perfil') as unknown },
      })
      expect(await verify(other)).toBe(200)
      expect(
        (await at.call('operator', 'POST', 'me/updateProfile', { password: own.password, password_current: PASSWORD }))
          .status,
      ).toBe(200)
      expect(await verify(other)).toBe(401)
      expect(await verify(await at.tokenFor('operator'))).toBe(200)
    })

    test('somebody who did things may still be removed, and their log keeps their name', async () => {
      expect((await at.call('root', 'POST', 'people/remove', { id: at.ids.users.reader })).status).toBe(200)
      expect((await at.login(emailOf('reader'), 'otra-clave-larga')).status).toBe(401)
      const log = await at.database.db
        .selectFrom('logs')
        .select('id_user')
        .where('id_user', '=', at.ids.users.reader)
        .executeTakeFirst()
      expect(log).toBeDefined()
    })
  })
})
