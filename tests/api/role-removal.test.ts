import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const RESOURCES = {
  roles: { title: 'Roles', root: true, kept: { remove: { protected: { eq: 1 } }, disable: { name: { eq: 'Fijo' } } } },
  role_modules: { title: 'Permisos', module: 'roles', root: true },
  operators: { entity: 'users', title: 'Operadores', where: { type_user: { eq: '1' } } },
  clients: { entity: 'users', title: 'Clientes', where: { type_user: { eq: '3' } } },
}

oneEngine((_engine, open) => {
  let at: TestApp
  beforeAll(async () => {
    at = await testApp({ open, resources: RESOURCES })
  })
  afterAll(() => at?.close())
  const put = async (table: string, row: object) =>
    Number((await at.database.db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()).id)
  const remove = (id: number) => at.call('root', 'POST', 'roles/remove', { id })
  const permissions = async (id_role: number) =>
    (
      await at.database.db
        .selectFrom('role_modules')
        .select('id')
        .where('id_role', '=', id_role)
        .where('date_deleted', 'is', null)
        .execute()
    ).length

  test('a role that nobody has is removed with its permissions; one that people have says how many and who', async () => {
    const role = await put('roles', { name: 'Auxiliar', type_user: '1' })
    const modules = await at.database.db
      .selectFrom('modules')
      .select('id')
      .where('level', '=', '1')
      .orderBy('id')
      .limit(2)
      .execute()
    for (const { id } of modules)
      await put('role_modules', { id_role: role, id_module: Number(id), see: true, edit: false })
    const people = await Promise.all(
      ['Ana', 'Eva', 'Luis', 'Noé'].map((name) =>
        put('users', { name, surname: 'Paz', type_user: '1', id_role: role }),
      ),
    )
    await put('users', { name: 'Rosa', surname: 'Gil', type_user: '3', id_role: role })
    const refused = await remove(role)
    expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(refused.body.msg).toMatch(/^No se puede eliminar, está en uso: .*Operadores \(4: (\w+ Paz, ){3}…\)/)
    expect(refused.body.msg).toContain('Clientes (1: Rosa Gil)')
    expect(await permissions(role)).toBe(modules.length)
    await at.database.db.updateTable('users').set({ id_role: null }).where('id_role', '=', role).execute()
    expect(people).toHaveLength(4)
    const removed = await remove(role)
    expect(removed).toMatchObject({ status: 200, body: { ok: true } })
    expect(await permissions(role)).toBe(0)
  })

  test('what went with a role comes back with it', async () => {
    const role = await put('roles', { name: 'Breve', type_user: '1' })
    const module = await at.database.db
      .selectFrom('modules')
      .select('id')
      .where('level', '=', '1')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await put('role_modules', { id_role: role, id_module: Number(module.id), see: true, edit: true })
    const { undo } = (await remove(role)).body as { undo: { run: string } }
    expect((await at.call('root', 'POST', 'roles/undo', { run: undo.run })).status).toBe(200)
    expect(await permissions(role)).toBe(1)
  })

  test('what a catalogue keeps is neither removed nor deactivated, alone or with others, and the refusal says why', async () => {
    const [kept, fixed, free] = [
      await put('roles', { name: 'Clave', type_user: '1', protected: true }),
      await put('roles', { name: 'Fijo', type_user: '1' }),
      await put('roles', { name: 'Libre', type_user: '1' }),
    ]
    expect(await remove(kept)).toMatchObject({
      status: 409,
      body: { code: 'LOCKED', why: expect.stringContaining('protegido') },
    })
    expect(await at.call('root', 'POST', 'roles/disable', { id: fixed })).toMatchObject({
      status: 409,
      body: { code: 'LOCKED' },
    })
    expect(await at.call('root', 'POST', 'roles/create', { id: fixed, state: '0' })).toMatchObject({
      body: { ok: false },
    })
    const many = await at.call('root', 'POST', 'roles/remove', { ids: [kept, free] })
    expect((many.body.results as readonly { id: number; ok: boolean }[]).map(({ id, ok }) => [id, ok])).toEqual([
      [kept, false],
      [free, true],
    ])
    expect((await at.call('root', 'POST', 'roles/remove', { id: fixed })).status).toBe(200)
  })
})
