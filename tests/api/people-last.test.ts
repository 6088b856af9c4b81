import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'
import { formsOf } from './forms-fixture'
import { importCalls } from './import-fixture'

oneEngine((_engine, open) => {
  let at: WholeApp
  let company = 0
  let area = 0
  const get = async (role: RoleName, path: string, query: JsonObject = {}) => {
    const { status, body, text } = await at.server.call(role, 'GET', path, query)
    expect(status, text).toBe(200)
    return body
  }
  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00Z'))
    company = at.server.ids.companies.a
    area = await at.put('company_areas', { name: 'Ventas', id_company: company })
  })
  afterAll(() => at?.server.close())

  test('a company tells its state in words, when it was removed, and what the published forms ask of it, with the answers', async () => {
    const { item } = await get('root', `companies/${company}/info`)
    expect(item).toMatchObject({ state: '1', state_human: 'Activo', date_deleted: null })
    expect(item).not.toHaveProperty('forms')
    const forms = formsOf(at.server)
    await forms.publish(
      await forms.form({ name: 'Ficha', target: '5', fields: [{ key: 'rubro', label: 'Rubro', type: 'text' }] }),
    )
    await expect
      .poll(async () => ((await get('root', `companies/${company}/info`)).item as JsonObject)['forms'], {
        interval: 50,
      })
      .toMatchObject([{ target: 'companies', fields: [{ label: 'Rubro', value: null }] }])
    const [form] = ((await get('root', `companies/${company}/info`)).item as JsonObject)[
      'forms'
    ] as unknown as readonly { fields: readonly { key: string }[] }[]
    const key = form?.fields[0]?.key ?? ''
    const { status, text } = await at.server.call('root', 'POST', 'companies/create', {
      id: company,
      [key]: 'Minería',
      state: '1',
    })
    expect(status, text).toBe(200)
    expect(((await get('root', `companies/${company}/info`)).item as JsonObject)['forms']).toMatchObject([
      { fields: [{ key, label: 'Rubro', value: 'Minería' }] },
    ])
  })

  test('clients are filtered by what whoever asks can choose: staff by company and area, a company by its areas, an area by neither', async () => {
    const filters = async (role: RoleName): Promise<readonly string[]> => {
      const { model } = await get(role, 'verify')
      const hash = String(model)
      const { body } = await at.server.request({
        method: 'GET',
        url: `/api/admin/model/${hash}`,
        token: await at.server.tokenFor(role),
      })
      const resources = (body['model'] as JsonObject)['resources'] as unknown as {
        readonly [name: string]: { readonly filters: readonly { readonly f: string }[] }
      }
      return (resources['clients']?.filters ?? []).map(({ f }) => f)
    }
    expect(await filters('operator')).toEqual(expect.arrayContaining(['id_company', 'id_company_area', 'id_branch']))
    const ofCompany = await filters('companyA')
    expect(ofCompany).toContain('id_company_area')
    expect(ofCompany).not.toContain('id_company')
    expect(ofCompany).not.toContain('id_branch')
    const role = await at.put('roles', {
      name: 'Área',
      type_user: '3',
      all_modules: '1',
      corporate: true,
      corporate_admin_rea: true,
    })
    await at.server.database.db
      .updateTable('users')
      .set({ id_role: role, id_company_area: area })
      .where('id', '=', at.server.ids.users.readerA)
      .execute()
    at.server.runtime.changed('users')
    const ofArea = await filters('readerA')
    expect(ofArea).toContain('id_role')
    expect(ofArea).not.toContain('id_company')
    expect(ofArea).not.toContain('id_company_area')
  })

  test('a notice of each type says what its press does; one that leads nowhere is taken without an address', async () => {
    const { reader } = at.server.ids.users
    const send = (input: JsonObject) =>
      at.server.call('operator', 'POST', 'notifications/send', {
        to_kind: 'people',
        users: [reader],
        subject: 'Aviso',
        body: 'Hola',
        by_bell: 1,
        by_push: 0,
        by_email: 0,
        ...input,
      })
    // What an application does of its own is told what it is about.
    expect(Object.keys(((await send({ action_type: 'custom' })).body['errors'] ?? {}) as object)).toEqual([
      'action_data',
    ])
    expect((await send({ action_type: 'custom', action_data: 'abrir-cupon' })).status).toBe(200)
    for (const action_type of ['logout', 'force_logout', 'back', 'divider']) {
      const { status, text } = await send({ action_type })
      expect([action_type, status], text).toEqual([action_type, 200])
    }
    expect((await send({ action_type: 'qualify_service', action_data: '12' })).status).toBe(200)
    for (const wrong of ['', 'doce', '-1']) {
      const { status, body } = await send({ action_type: 'qualify_service', action_data: wrong })
      expect([wrong, status, Object.keys((body['errors'] ?? {}) as object)]).toEqual([wrong, 422, ['action_data']])
    }
    const notices = async () =>
      (await get('reader', 'live'))['notifications'] as unknown as readonly {
        actionable: JsonObject | null
        path?: string | null
      }[]
    await expect.poll(async () => (await notices()).length, { interval: 30 }).toBe(6)
    const types = (await notices()).map(({ actionable }) => String(actionable?.['action_type'])).toSorted()
    expect(types).toEqual(['back', 'custom', 'divider', 'force_logout', 'logout', 'qualify_service'])
    for (const { actionable } of await notices()) {
      if (actionable?.['action_type'] !== 'divider')
        expect(actionable).toMatchObject({
          icon: expect.stringMatching(/^\w+$/) as unknown,
          color: expect.stringMatching(/^#[0-9a-f]{6}$/) as unknown,
        })
    }
    const rate = (await notices()).find(({ actionable }) => actionable?.['action_type'] === 'qualify_service')
    expect(JSON.stringify(rate)).toContain('/services/12')
  })

  test('people come with the code that another system knows them by, and whom to tell of their rides', async () => {
    const imports = importCalls(at.server, 'clients')
    const { id } = await imports.stage(
      'root',
      [['Rosa', 'Luna', '987 111 222', 'ERP-77', 'jefa@empresa.pe']],
      ['name', 'surname', 'phone', 'external_user_code', 'notify_to'],
    )
    await imports.run('root', 'importSave', { id })
    const rosa = await at.server.database.db
      .selectFrom('users')
      .select(['external_user_code', 'notify_to'])
      .where('name', '=', 'Rosa')
      .execute()
    expect(rosa).toEqual([{ external_user_code: 'ERP-77', notify_to: 'jefa@empresa.pe' }])
  })

  test('two people of one company become one, of two companies they stay two; vouchers and groupings are never two of one', async () => {
    const { a, b } = at.server.ids.companies
    const person = (id_company: number) =>
      at.put('users', { type_user: '3', name: 'Rosa', surname: 'Tello', id_company })
    const [rosa, twin, other] = [await person(a), await person(a), await person(b)]
    const merge = (resource: string, input: JsonObject) => at.server.call('root', 'POST', `${resource}/merge`, input)
    const refused = await merge('clients', { id: rosa, into: other })
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      expect.stringMatching(/^Una persona es de .+ y la otra de .+: no se fusionan/),
    ])
    expect(await merge('clients', { id: rosa, into: twin })).toMatchObject({ status: 200, body: { id: twin } })
    for (const resource of ['vouchers', 'groupings'])
      expect([resource, (await merge(resource, { id: 1, into: 2 })).status]).toEqual([resource, 404])
  })

  test('services are found by their operator, by staff alone, and validations by who answered them', async () => {
    const { a } = at.server.ids.companies
    const id_operator = await at.put('users', { type_user: '1', name: 'Zoraida', surname: 'Pumacahua' })
    const [id_client, id_tarif] = [
      await at.put('users', { type_user: '3', name: 'Ada', id_company: a }),
      await at.put('tarifs', { name: 'Única' }),
    ]
    const id_product = await at.put('products', { name: 'Taxi', id_tarif })
    const id = await at.put('services', {
      state: 'finalized',
      outcome: 'finalized',
      id_client,
      id_product,
      id_company: a,
      id_operator,
    })
    await at.put('service_validations', { id_service: id, id_company: a, state: 'approved', id_user: id_operator })
    const total = async (role: RoleName, path: string) => (await get(role, path, { q: 'zoraida pumacahua' }))['total']
    expect([
      await total('root', 'services'),
      await total('root', 'service_validations'),
      await total('companyA', 'services'),
    ]).toEqual([1, 1, 0])
  })
})
