import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  rooms: {
    title: 'Sala',
    required: ['name'],
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 40 },
      size: { type: 'integer' },
      kind: {
        'x-type': 'enum',
        'x-values': [
          { value: 'a', title: 'Alta' },
          { value: 'b', title: 'Baja' },
        ],
      },
      id_place: { 'x-type': 'ref', 'x-to': 'places' },
      id_shade: { 'x-type': 'ref', 'x-to': 'shades', 'x-choices': { name: { eq: { form: 'name' } } } },
    },
    'x-checks': [
      {
        id: 'big',
        assert: { size: { gt: 3 } },
        when: { size: { isNull: false } },
        at: 'size',
        say: 'rooms.not_written_yet',
      },
    ],
  },
  shops: {
    title: 'Local',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company', shared: true },
    properties: {
      name: { type: 'string', maxLength: 40, 'x-search': true },
      id_company: { 'x-type': 'ref', 'x-to': 'companies' },
    },
  },
  stands: {
    title: 'Puesto',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_shop.id_company', shared: ['company'] },
    properties: { name: { type: 'string', maxLength: 40 }, id_shop: { 'x-type': 'ref', 'x-to': 'shops' } },
  },
  sales: {
    title: 'Venta',
    required: ['id_stand'],
    'x-scope': { company: 'id_stand.id_shop.id_company' },
    properties: {
      id_stand: { 'x-type': 'ref', 'x-to': 'stands' },
      id_beside: { 'x-type': 'ref', 'x-to': 'stands', 'x-choices': { id_shop: { eq: { form: 'id_stand.id_shop' } } } },
    },
  },
}

oneEngine((_engine, open) => {
  describe('the form of a catalogue', () => {
    let at: TestApp
    const form = async (role: Parameters<TestApp['call']>[0], input: JsonObject = {}) =>
      (await at.call(role, 'POST', 'rooms/form', input)).body
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, open })
      for (const [name, id_company] of [
        ['Norte', at.ids.companies.a],
        ['Sur', at.ids.companies.b],
      ] as const)
        await at.call('root', 'POST', 'places/create', { name, id_company })
      await at.call('root', 'POST', 'shades/create', { name: 'Rojo', code: '#ff0000' })
    })

    test('brings the lists it chooses from, of what the asker may choose', async () => {
      expect((await form('root')).lookups).toMatchObject({
        kind: [
          { id: 'a', name: 'Alta' },
          { id: 'b', name: 'Baja' },
        ],
        id_place: [{ name: 'Norte' }, { name: 'Sur' }],
        id_shade: [],
      })
      expect((await form('companyA')).lookups).toMatchObject({ id_place: [{ name: 'Norte' }] })
      const { id = null } = (await at.call('root', 'POST', 'rooms/create', { name: 'Rojo' })).body.item as JsonObject
      expect(await form('root', { id })).toMatchObject({
        item: { name: 'Rojo' },
        lookups: { id_shade: [{ name: 'Rojo' }] },
      })
    })

    test('leaves them out where nobody wants them', async () => {
      expect((await form('root', { lookups: 0 })).lookups).toBeUndefined()
    })

    test("offers only what is the writer's own where whose the record is goes by it; a filter offers all that they see", async () => {
      for (const [name, id_company] of [
        ['De todos', null],
        ['De A', at.ids.companies.a],
        ['De B', at.ids.companies.b],
      ] as const)
        await at.call('root', 'POST', 'shops/create', { name, id_company })
      const offered = async (role: Parameters<TestApp['call']>[0], query: JsonObject) =>
        (
          (await at.call(role, 'GET', 'shops', { lookup: 1, for: 'stands.id_shop', ...query })).body
            .items as unknown as readonly { label: string }[]
        ).map(({ label }) => label)
      expect(await offered('companyA', { form: {} })).toEqual(['De A'])
      expect(await offered('companyA', {})).toEqual(['De A', 'De todos'])
      expect(await offered('operator', { form: {} })).toEqual(['De A', 'De B', 'De todos'])
      const ownIn = async (role: Parameters<TestApp['call']>[0]) => {
        const { model = '' } = (await at.call(role, 'GET', 'verify', {})).body
        return (await at.call(role, 'GET', `model/${String(model)}`, {})).text.includes('"own":true')
      }
      expect([await ownIn('companyA'), await ownIn('operator')]).toEqual([true, false])
    })

    test('offers what is chosen by a field of a record that the form refers to, and takes nothing else', async () => {
      const make = async (path: string, input: JsonObject) =>
        Number((await at.call('root', 'POST', `${path}/create`, input)).body.id)
      const [far, near] = [
        await make('shops', { name: 'Lejos', id_company: at.ids.companies.b }),
        await make('shops', { name: 'Cerca', id_company: at.ids.companies.a }),
      ]
      const [one, other, beyond] = [
        await make('stands', { name: 'Uno', id_shop: near }),
        await make('stands', { name: 'Dos', id_shop: near }),
        await make('stands', { name: 'Tres', id_shop: far }),
      ]
      const offered = async (role: Parameters<TestApp['call']>[0], form: JsonObject) =>
        (
          (await at.call(role, 'GET', 'stands', { lookup: 1, for: 'sales.id_beside', form })).body
            .items as unknown as readonly { label: string }[]
        ).map(({ label }) => label)
      expect(await offered('root', { id_stand: one })).toEqual(['Dos', 'Uno'])
      expect(await offered('root', { id_stand: null })).toEqual([])
      expect(await offered('root', { id_stand: 'x' })).toEqual([])
      // What they may not see says nothing of itself.
      expect(await offered('companyA', { id_stand: beyond })).toEqual([])
      const { body } = await at.call('root', 'POST', 'sales/create', { id_stand: one, id_beside: other })
      expect(body).toMatchObject({ ok: true })
      expect((await at.call('root', 'POST', 'sales/create', { id_stand: one, id_beside: beyond })).body).toMatchObject({
        errors: { id_beside: expect.any(String) as string },
      })
      expect(
        (await at.call('root', 'POST', 'sales/create', { id: body.id ?? 0, id_stand: beyond })).body,
      ).toMatchObject({ errors: { id_beside: expect.any(String) as string } })
    })

    test('says a sentence where a check has none yet, and why it refused as a caption', async () => {
      const { body } = await at.call('root', 'POST', 'rooms/create', { name: 'X', size: 1 })
      expect(body).toMatchObject({ errors: { size: 'Este valor no se admite aquí.' } })
      expect((await at.call('reader', 'POST', 'rooms/create', { name: 'X' })).body).toMatchObject({
        code: 'FORBIDDEN',
        caption: expect.stringContaining('Sala'),
      })
    })
  })
})
