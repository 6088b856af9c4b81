import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'
import { importCalls } from './import-fixture'

oneEngine((_engine, open) => {
  let at: WholeApp
  const ids: { [who: string]: number } = {}
  const ask = (role: RoleName, path: string, query: { readonly [name: string]: string } = {}) =>
    at.server.call(role, 'GET', `${path}?${new URLSearchParams(query).toString()}`)
  const names = async (role: RoleName, query: { readonly [name: string]: string }) =>
    (
      (await ask(role, 'users/autocomplete', query)).body.items as unknown as readonly { name: string; type: string }[]
    ).map(({ name, type }) => `${name} ${type}`)

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
    const companies = [await at.put('companies', { name: 'Ajena S.A.C.' })]
    ids['driver'] = await at.put('users', { type_user: '2', name: 'Zenaida', surname: 'Paz', state: '1' })
    ids['client'] = await at.put('users', { type_user: '3', name: 'Zenobio', surname: 'Ruiz', state: '1' })
    ids['other'] = await at.put('users', {
      type_user: '3',
      name: 'Zenón',
      surname: 'Vela',
      state: '0',
      id_company: companies[0] ?? null,
    })
  })

  test('people of every kind are found by a piece of their name, narrowed by kind, state and company', async () => {
    expect((await names('root', { query: 'zen' })).sort()).toEqual(['Zenaida 2', 'Zenobio 3', 'Zenón 3'])
    expect(await names('root', { query: 'zen', type: '2' })).toEqual(['Zenaida 2'])
    expect((await names('root', { query: 'zen', state: '1' })).sort()).toEqual(['Zenaida 2', 'Zenobio 3'])
    expect(await names('root', { query: 'zen', id_company: '999' })).toEqual([])
    expect(await names('root', { query: 'zen', type: '9' })).toEqual([])
  })

  test("a company's people find nobody outside of it, by name or by id", async () => {
    expect(await names('companyA', { query: 'zen' })).toEqual([])
    for (const who of ['driver', 'client', 'other'])
      expect([403, 404]).toContain((await ask('companyA', `users/${ids[who]}`)).status)
    expect((await ask('root', `users/${ids['driver']}`)).body).toMatchObject({
      ok: true,
      item: { id: ids['driver'], type: '2', name: 'Zenaida', surname: 'Paz' },
      msg: expect.any(String),
    })
    expect((await ask('root', 'users/999999')).status).toBe(404)
  })

  test("the roles of clients are those of their kind, never root's", async () => {
    const put = (name: string, type_user: string, root: boolean) =>
      at.put('roles', { name, type_user, root, state: '1' })
    await put('De clientes', '3', false)
    await put('De operadores', '1', false)
    const { body } = await ask('root', 'clients/roles')
    const found = (body.items as unknown as readonly { name: string }[]).map(({ name }) => name)
    expect(found).toContain('De clientes')
    expect(found).not.toContain('De operadores')
    expect((await ask('none', 'clients/roles')).status).toBe(403)
  })
  test("a company's people who come without a role, in a form or by a file, are its employees", async () => {
    const [employee, other] = [
      await at.put('roles', { name: 'Empleado', key: 'employee', type_user: '3', state: '1' }),
      await at.put('roles', { name: 'Otra', type_user: '3', state: '1' }),
    ]
    const made = async (input: JsonObject) =>
      (await at.call('root', 'clients/create', { name: 'Ada', ...input })).body['id']
    const company = at.server.ids.companies.a
    const by = importCalls(at.server, 'clients')
    const view = await by.stage(
      'companyA',
      [
        ['Ada Uno', ''],
        ['Ada Dos', 'Otra'],
      ],
      ['Nombre', 'Rol'],
    )
    expect(view.counts).toMatchObject({ ok: 2, wrong: 0 })
    await by.run('companyA', 'importSave', { id: view.id })
    await made({ surname: 'Tres', id_company: company })
    await made({ surname: 'Cuatro' })
    const { body } = await at.server.call('root', 'GET', 'clients', { q: 'Ada', order_col: 'id', order_dir: 'asc' })
    expect((body['items'] as readonly JsonObject[]).map(({ id_role }) => id_role)).toEqual([
      employee,
      other,
      employee,
      null,
    ])
  })

  test('a role that allows more than its giver may do is given by nobody who leaves it blank', async () => {
    const { db } = at.server.database
    const small = await at.put('roles', { name: 'Jefe de personal', type_user: '3', corporate: true, state: '1' })
    const clients = await db.selectFrom('modules').select('id').where('key', '=', 'clients').executeTakeFirstOrThrow()
    await at.put('role_modules', { id_role: small, id_module: clients.id as number, see: true, edit: true })
    await db.updateTable('roles').set({ key: null }).where('key', '=', 'employee').execute()
    await at.put('roles', { name: 'Empleado de todo', key: 'employee', type_user: '3', all_modules: '2', state: '1' })
    await db.updateTable('users').set({ id_role: small }).where('id', '=', at.server.ids.users.companyA).execute()
    for (const table of ['users', 'roles', 'role_modules']) at.server.runtime.changed(table)
    const { status, body } = await at.call('companyA', 'clients/create', { name: 'Eva' })
    expect([status, (body['item'] as JsonObject)['id_role']]).toEqual([200, null])
    const by = importCalls(at.server, 'clients')
    const view = await by.stage('companyA', [['Eva Dos']], ['Nombre'])
    await by.run('companyA', 'importSave', { id: view.id })
    const found = await at.server.call('root', 'GET', 'clients', { q: 'Eva' })
    expect((found.body['items'] as readonly JsonObject[]).map(({ id_role }) => id_role)).toEqual([null, null])
  })
})
