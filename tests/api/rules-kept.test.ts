import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const text = { type: 'string', maxLength: 40 }
const SCHEMAS: { readonly [entity: string]: JsonObject } = {
  parts: { title: 'Repuesto', required: ['name'], 'x-scope': { shared: true }, 'x-represent': '{name}', properties: { name: text, stock: { type: 'integer', title: 'Existencia' } } },
  rentals: {
    title: 'Alquiler', required: ['name'], 'x-scope': { shared: true }, 'x-represent': '{name}',
    'x-flow': {
      field: 'state', start: '1',
      moves: {
        handOver: { title: 'Entregar', icon: 'key', from: ['1'], to: '2' },
        takeBack: { title: 'Recibir', icon: 'undo', from: ['2'], to: '3', ask: { fields: ['km_in'], required: ['km_in'] } },
        close: { title: 'Cerrar', icon: 'check_circle', from: ['3'], to: '4', ask: { fields: ['deposit_back'] } },
      },
      locked: { 2: { edit: [] }, 3: { edit: [] }, 4: { edit: [] } },
    },
    'x-checks': [
      { id: 'back', when: { deposit_back: { isNull: false } }, assert: { deposit_back: { lte: { field: 'deposit' } } }, at: 'deposit_back', say: 'promotions.ends_after_start' },
      { id: 'way', when: { km_in: { isNull: false } }, assert: { km_in: { gte: { field: 'km_out' } } }, at: 'km_in', say: 'promotions.ends_after_start' },
    ],
    properties: {
      name: text, deposit: { 'x-type': 'money', title: 'Garantía' }, deposit_back: { 'x-type': 'money', title: 'Devuelto' },
      km_out: { type: 'integer', title: 'Salida' }, km_in: { type: 'integer', title: 'Llegada', maximum: 999_999 },
      state: { 'x-type': 'enum', title: 'Estado', 'x-values': [{ value: '1', title: 'Libre' }, { value: '2', title: 'Afuera' }, { value: '3', title: 'De vuelta' }, { value: '4', title: 'Cerrado' }] },
      lines: { 'x-type': 'children', 'x-of': 'rental_parts', 'x-link': 'id_rental' },
    },
  },
  rental_parts: {
    title: 'Línea', required: ['id_part'], 'x-scope': { shared: true }, 'x-represent': '{quantity}',
    'x-checks': [{ id: 'stock', when: { quantity: { isNull: false } }, assert: { quantity: { lte: { field: 'id_part.stock' } } }, at: 'quantity', say: 'promotions.ends_after_start' }],
    properties: {
      id_rental: { 'x-type': 'ref', 'x-to': 'rentals' }, id_part: { 'x-type': 'ref', 'x-to': 'parts', title: 'Repuesto' }, quantity: { type: 'integer', title: 'Cantidad' },
      why: { ...text, title: 'Motivo', 'x-require': { 'id_part.stock': { lt: 3 } } },
    },
  },
}

oneEngine((_engine, open) => {
  describe('a rule of a record', () => {
    let at: TestApp
    const post = (path: string, input: JsonObject) => at.call('root', 'POST', path, input)
    const made = async (path: string, input: JsonObject): Promise<JsonObject> => (await post(`${path}/create`, { name: 'Uno', ...input })).body.item as JsonObject
    const read = async (id: JsonObject['id']) => (await at.call('root', 'GET', `rentals/${String(id)}`)).body.item as JsonObject
    beforeAll(async () => { at = await testApp({ schemas: SCHEMAS, resources: { rentals: { title: 'Alquileres' }, parts: { title: 'Repuestos' } }, open }) })

    test('holds for what a move asks, though the state locks the field', async () => {
      const { id = null } = await made('rentals', { deposit: 5, km_out: 10 })
      expect(await post('rentals/handOver', { id })).toMatchObject({ status: 200 })
      expect(await post('rentals/takeBack', { id, km_in: 5 })).toMatchObject({ status: 422, body: { errors: { km_in: expect.any(String) } } })
      expect(await post('rentals/takeBack', { id, km_in: 1_000_000 })).toMatchObject({ status: 422, body: { errors: { km_in: expect.any(String) } } })
      expect(await post('rentals/takeBack', { id, km_in: 40 })).toMatchObject({ status: 200 })
      expect(await post('rentals/close', { id, deposit_back: 500 })).toMatchObject({ status: 422, body: { errors: { deposit_back: expect.any(String) } } })
      expect(await post('rentals/close', { id, deposit_back: 5 })).toMatchObject({ status: 200 })
      expect(await read(id)).toMatchObject({ state: '4', km_in: 40, deposit_back: 5 })
    })

    test('looks behind a reference of a new row as of any record', async () => {
      const { id: many = null } = await made('parts', { stock: 8 })
      const { id: few = null } = await made('parts', { stock: 2 })
      expect(await post('rentals/create', { name: 'Dos', lines: [{ id_part: many, quantity: 8 }, { id_part: few, quantity: 1, why: 'Queda poco' }] })).toMatchObject({ status: 200 })
      expect(await post('rentals/create', { name: 'Tres', lines: [{ id_part: many, quantity: 9 }, { id_part: few, quantity: 1 }] })).toMatchObject({
        status: 422, body: { errors: { 'lines.0.quantity': expect.any(String), 'lines.1.why': expect.any(String) } },
      })
    })
  })
})
