import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const text = { type: 'string', maxLength: 40 }
const SCHEMAS: { readonly [entity: string]: JsonObject } = {
  parts: {
    title: 'Repuesto',
    required: ['name'],
    'x-scope': { shared: true },
    'x-represent': '{name}',
    properties: { name: text, stock: { type: 'integer', title: 'Existencia' } },
  },
  rentals: {
    title: 'Alquiler',
    required: ['name'],
    'x-scope': { shared: true },
    'x-represent': '{name}',
    'x-flow': {
      field: 'state',
      start: '1',
      moves: {
        handOver: { title: 'Entregar', icon: 'key', from: ['1'], to: '2' },
        weigh: { title: 'Pesar', icon: 'build', from: ['2'], ask: { fields: ['weight'] } },
        takeBack: {
          title: 'Recibir',
          icon: 'undo',
          from: ['2'],
          to: '3',
          ask: { fields: ['km_in', 'hour_in'], required: ['km_in'] },
        },
        close: { title: 'Cerrar', icon: 'check_circle', from: ['3'], to: '4', ask: { fields: ['deposit_back'] } },
      },
      locked: { 2: { edit: [] }, 3: { edit: [] }, 4: { edit: [] } },
    },
    'x-checks': [
      {
        id: 'back',
        when: { deposit_back: { isNull: false } },
        assert: { deposit_back: { lte: { field: 'deposit' } } },
        at: 'deposit_back',
        say: 'promotions.ends_after_start',
      },
      // At a field that only who hands over writes.
      {
        id: 'weight',
        when: { weight: { isNull: false } },
        assert: { carries: { gte: { field: 'weight' } } },
        at: 'carries',
        say: 'promotions.ends_after_start',
      },
      {
        id: 'most',
        when: { most: { isNull: false } },
        assert: { parts: { lte: { field: 'most' } } },
        at: 'parts',
        say: 'promotions.percent',
      },
      {
        id: 'way',
        when: { km_in: { isNull: false } },
        assert: { km_in: { gte: { field: 'km_out' } } },
        at: 'km_in',
        say: 'promotions.ends_after_start',
      },
    ],
    properties: {
      name: text,
      deposit: { 'x-type': 'money', title: 'Garantía' },
      deposit_back: { 'x-type': 'money', title: 'Devuelto' },
      km_out: { type: 'integer', title: 'Salida' },
      km_in: { type: 'integer', title: 'Llegada', maximum: 999_999 },
      weight: { type: 'integer', title: 'Peso' },
      carries: { type: 'integer', title: 'Carga', 'x-edit': { weight: { isNull: true } } },
      hour_out: { type: 'integer', title: 'Hora de salida' },
      hour_in: { type: 'integer', title: 'Hora de llegada' },
      hours: { type: 'integer', title: 'Horas', minimum: 0, 'x-formula': { sub: ['hour_in', 'hour_out'] } },
      cost: { 'x-type': 'money', title: 'Costo', maximum: 100, 'x-formula': { mul: ['hours', 10] } },
      most: { type: 'integer', title: 'Piezas como máximo' },
      parts: { type: 'integer', title: 'Piezas', maximum: 20, 'x-formula': { sum: 'lines.quantity' } },
      hours_a_part: {
        type: 'integer',
        title: 'Horas por pieza',
        maximum: 100,
        'x-formula': { mul: ['hour_in', 'parts'] },
      },
      state: {
        'x-type': 'enum',
        title: 'Estado',
        'x-values': [
          { value: '1', title: 'Libre' },
          { value: '2', title: 'Afuera' },
          { value: '3', title: 'De vuelta' },
          { value: '4', title: 'Cerrado' },
        ],
      },
      lines: { 'x-type': 'children', 'x-of': 'rental_parts', 'x-link': 'id_rental' },
    },
  },
  trips: {
    title: 'Viaje',
    required: ['name'],
    'x-scope': { shared: true },
    'x-represent': '{name}',
    'x-size': 'large',
    'x-checks': [
      { id: 'cost', assert: { cost: { lte: { field: 'price' } } }, at: 'cost', say: 'promotions.ends_after_start' },
      {
        id: 'seats',
        when: { seats: { isNull: false } },
        assert: { seats: { lte: { field: 'places' } } },
        at: 'adults',
        say: 'promotions.ends_after_start',
      },
    ],
    properties: {
      name: text,
      extras: {
        'x-type': 'choices',
        title: 'Extras',
        'x-values': [
          { value: 'a', title: 'Silla' },
          { value: 'b', title: 'Agua' },
        ],
      },
      from: { type: 'string', format: 'date-time', title: 'Desde' },
      to: { type: 'string', format: 'date-time', title: 'Hasta' },
      lasts: { 'x-type': 'duration', title: 'Dura', 'x-formula': { sub: ['to', 'from'] } },
      price: { 'x-type': 'money', title: 'Precio' },
      cost: { 'x-type': 'money', title: 'Costo', 'x-see': { 'user.root': { eq: true } } },
      adults: { type: 'integer', title: 'Adultos' },
      children: { type: 'integer', title: 'Niños' },
      places: { type: 'integer', title: 'Asientos' },
      seats: { type: 'integer', title: 'Personas', maximum: 8, 'x-formula': { add: ['adults', 'children'] } },
    },
  },
  rental_parts: {
    title: 'Línea',
    required: ['id_part'],
    'x-flow': {
      field: 'state',
      start: '1',
      moves: { fit: { title: 'Montar', icon: 'build', from: ['1'], to: '2', when: { quantity: { gt: 1 } } } },
      locked: { 2: { edit: ['quantity'], remove: false } },
    },
    'x-scope': { shared: true },
    'x-represent': '{quantity}',
    'x-checks': [
      {
        id: 'stock',
        when: { quantity: { isNull: false } },
        assert: { quantity: { lte: { field: 'id_part.stock' } } },
        at: 'quantity',
        say: 'promotions.ends_after_start',
      },
    ],
    properties: {
      id_rental: { 'x-type': 'ref', 'x-to': 'rentals' },
      id_part: { 'x-type': 'ref', 'x-to': 'parts', title: 'Repuesto' },
      quantity: { type: 'integer', title: 'Cantidad' },
      state: {
        'x-type': 'enum',
        title: 'Estado',
        'x-values': [
          { value: '1', title: 'Suelto' },
          { value: '2', title: 'Montado' },
        ],
      },
      why: { ...text, title: 'Motivo', 'x-require': { 'id_part.stock': { lt: 3 } } },
    },
  },
}

const RESOURCES = {
  rentals: { title: 'Alquileres' },
  parts: { title: 'Repuestos' },
  rental_parts: { title: 'Líneas' },
  trips: { title: 'Viajes', filters: ['extras', 'name'] },
}

oneEngine((_engine, open) => {
  describe('a rule of a record', () => {
    let at: TestApp
    const post = (path: string, input: JsonObject) => at.call('root', 'POST', path, input)
    const made = async (path: string, input: JsonObject): Promise<JsonObject> =>
      (await post(`${path}/create`, { name: 'Uno', ...input })).body.item as JsonObject
    const read = async (id: JsonObject['id']) =>
      (await at.call('root', 'GET', `rentals/${String(id)}`)).body.item as JsonObject
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, resources: RESOURCES, open })
    })

    test('holds for what a move asks, though the state locks the field', async () => {
      const { id = null } = await made('rentals', { deposit: 5, km_out: 10 })
      expect(await post('rentals/handOver', { id })).toMatchObject({ status: 200 })
      expect(await post('rentals/takeBack', { id, km_in: 5 })).toMatchObject({
        status: 422,
        body: { errors: { km_in: expect.any(String) } },
      })
      expect(await post('rentals/takeBack', { id, km_in: 1_000_000 })).toMatchObject({
        status: 422,
        body: { errors: { km_in: expect.any(String) } },
      })
      expect(await post('rentals/takeBack', { id, km_in: 40 })).toMatchObject({ status: 200 })
      expect(await post('rentals/close', { id, deposit_back: 500 })).toMatchObject({
        status: 422,
        body: { errors: { deposit_back: expect.any(String) } },
      })
      expect(await post('rentals/close', { id, deposit_back: 5 })).toMatchObject({ status: 200 })
      expect(await read(id)).toMatchObject({ state: '4', km_in: 40, deposit_back: 5 })
    })

    test('is told at what a move asks, and at what can be changed, where its own field is locked', async () => {
      const { id = null } = await made('rentals', { carries: 5 })
      expect(await post('rentals/handOver', { id })).toMatchObject({ status: 200 })
      const heavy = await post('rentals/weigh', { id, weight: 6 })
      expect([heavy.status, Object.keys(heavy.body.errors as JsonObject)]).toEqual([422, ['weight']])
      expect(await post('rentals/weigh', { id, weight: 5 })).toMatchObject({ status: 200 })
      const { id: free = null } = await made('rentals', { carries: 5 })
      expect(await post('rentals/create', { id: free, weight: 4 })).toMatchObject({ status: 200 })
      const loaded = await post('rentals/create', { id: free, weight: 9 })
      expect([loaded.status, Object.keys(loaded.body.errors as JsonObject)]).toEqual([422, ['weight']])
    })

    test('is told at what a move asks, at what another formula reads, and at the rows that it counts, where a formula comes to more than it may', async () => {
      const told = async (path: string, input: JsonObject) => {
        const { status, body } = await post(path, input)
        return [status, body.errors]
      }
      const { id = null } = await made('rentals', { km_out: 1, hour_out: 10 })
      expect(await post('rentals/handOver', { id })).toMatchObject({ status: 200 })
      expect(await told('rentals/takeBack', { id, km_in: 5, hour_in: 9 })).toEqual([
        422,
        { hour_in: 'Con este valor, «Horas» sale de sus límites.' },
      ])
      expect(await told('rentals/takeBack', { id, km_in: 5, hour_in: 30 })).toEqual([
        422,
        { hour_in: 'Con este valor, «Costo» sale de sus límites.' },
      ])
      expect(await post('rentals/takeBack', { id, km_in: 5, hour_in: 12 })).toMatchObject({ status: 200 })
      expect(await told('rentals/create', { name: 'Dos', hour_out: 1, hour_in: 30 })).toEqual([
        422,
        { hour_in: 'Con este valor, «Costo» sale de sus límites.' },
      ])
      const { id: part = null } = await made('parts', { stock: 50 })
      const row = (quantity: number) => ({ id_part: part, quantity })
      expect(await told('rentals/create', { name: 'Tres', lines: [row(19), row(2)] })).toEqual([
        422,
        { lines: 'Con este valor, «Piezas» sale de sus límites.' },
      ])
      // Also where rows are counted too, whose sum is known last.
      const { id: four = null } = await made('rentals', { name: 'Cuatro', km_out: 1, hour_out: 10, lines: [row(15)] })
      expect(await post('rentals/handOver', { id: four })).toMatchObject({ status: 200 })
      const beyond = { hour_in: 'Con este valor, «Horas por pieza» sale de sus límites.' }
      expect(await told('rentals/takeBack', { id: four, km_in: 5, hour_in: 12 })).toEqual([422, beyond])
      // What both come to together is asked, not what one would with the rows of before.
      const { id: five = null } = await made('rentals', { name: 'Cinco', hour_out: 1, hour_in: 3, lines: [row(15)] })
      const { lines } = (await read(five)) as { lines: readonly JsonObject[] }
      const fewer = { ...lines[0], ...row(2) }
      expect(await post('rentals/create', { id: five, hour_in: 9, lines: [fewer] })).toMatchObject({ status: 200 })
      expect(await read(five)).toMatchObject({ hours_a_part: 18, parts: 2 })
    })

    test('looks behind a reference of a new row as of any record', async () => {
      const { id: many = null } = await made('parts', { stock: 8 })
      const { id: few = null } = await made('parts', { stock: 2 })
      expect(
        await post('rentals/create', {
          name: 'Dos',
          lines: [
            { id_part: many, quantity: 8 },
            { id_part: few, quantity: 1, why: 'Queda poco' },
          ],
        }),
      ).toMatchObject({
        status: 200,
      })
      expect(
        await post('rentals/create', {
          name: 'Tres',
          lines: [
            { id_part: many, quantity: 9 },
            { id_part: few, quantity: 1 },
          ],
        }),
      ).toMatchObject({
        status: 422,
        body: { errors: { 'lines.0.quantity': expect.any(String), 'lines.1.why': expect.any(String) } },
      })
    })

    test('holds for a reference that many records get at once, beside what was wrong with them before', async () => {
      const { id: many = null } = await made('parts', { stock: 8 })
      const { id: some = null } = await made('parts', { stock: 3 })
      const { item } = (await post('rental_parts/create', { id_part: many, quantity: 5 })).body as { item: JsonObject }
      const ids = [item.id ?? null]
      const refused = await post('rental_parts/set', { ids, field: 'id_part', value: some })
      expect([refused.status, Object.keys(refused.body.errors as JsonObject)]).toEqual([422, ['quantity']])
      // What has become wrong behind the reference meanwhile is no reason against another change.
      expect(await post('parts/create', { id: many, stock: 4 })).toMatchObject({ status: 200 })
      expect(await post('rental_parts/set', { ids, field: 'why', value: 'Así quedó' })).toMatchObject({ status: 200 })
      // It is one against a change that makes it worse.
      expect(await post('rental_parts/set', { ids, field: 'quantity', value: 6 })).toMatchObject({ status: 422 })
      expect(await post('rental_parts/set', { ids, field: 'quantity', value: 4 })).toMatchObject({ status: 200 })
    })

    test('holds for what rows come to, where a field is set in many records and where a check stands elsewhere', async () => {
      const { id: part = null } = await made('parts', { stock: 50 })
      const { id = null } = await made('rentals', { hour_out: 1, hour_in: 3, lines: [{ id_part: part, quantity: 15 }] })
      const beyond = await post('rentals/set', { ids: [id], field: 'hour_in', value: 9 })
      const limit = 'Con este valor, «Horas por pieza» sale de sus límites.'
      expect([beyond.status, beyond.body.errors]).toEqual([422, { hour_in: limit }])
      // The check is told at the limit, since nobody fills the sum that it stands at.
      const many = await post('rentals/create', { name: 'Uno', most: 3, lines: [{ id_part: part, quantity: 4 }] })
      expect([many.status, Object.keys(many.body.errors as JsonObject)]).toEqual([422, ['most']])
      const { id: few = null } = await made('rentals', { most: 3, lines: [{ id_part: part, quantity: 3 }] })
      const { lines } = (await read(few)) as { lines: readonly JsonObject[] }
      const one = { ...lines[0], id_part: part }
      const becomes = async (more: JsonObject, row: JsonObject): Promise<number> =>
        (await post('rentals/create', { id: few, ...more, lines: [{ ...one, ...row }] })).status
      expect(await becomes({ most: 2 }, { quantity: 2 })).toBe(200)
      expect(await becomes({}, { quantity: 3, version: null })).toBe(422)
    })

    test('says why a row stays, and that a record is not what a move asks for', async () => {
      const { id: part = null } = await made('parts', { stock: 8 })
      const { id = null } = await made('rentals', {
        lines: [
          { id_part: part, quantity: 1 },
          { id_part: part, quantity: 2 },
        ],
      })
      const [one = {}, two = {}] = (await read(id)).lines as JsonObject[]
      const refused = await post('rental_parts/fit', { id: one.id ?? null })
      expect(refused).toMatchObject({ status: 403, body: { msg: expect.stringContaining('Cantidad') } })
      expect(await post('rental_parts/fit', { id: two.id ?? null })).toMatchObject({ status: 200 })
      const kept = await post('rentals/create', { id, lines: [{ id: one.id ?? null }] })
      expect(kept).toMatchObject({
        status: 422,
        body: { errors: { lines: 'Una fila no se puede eliminar. En «Montado» no se puede eliminar.' } },
      })
    })

    test('is told at the field of a number that is no id, though the record it would belong to locks its rows', async () => {
      const { id: part = null } = await made('parts', { stock: 8 })
      for (const id_rental of ['1.5', 'x', 1.5, 3_000_000_000]) {
        expect(await post('rental_parts/create', { id_rental, id_part: part, quantity: 1 })).toMatchObject({
          status: 422,
          body: { errors: { id_rental: expect.any(String) } },
        })
      }
    })

    test('is told where its asker can see and change something', async () => {
      const trip = (input: JsonObject, role: 'root' | 'operator' = 'root') =>
        at.call(role, 'POST', 'trips/create', { name: 'Uno', price: 10, cost: 5, ...input })
      const {
        body: { item },
      } = await trip({})
      const { id = null } = item as JsonObject
      expect(await trip({ id, cost: 11 })).toMatchObject({
        status: 422,
        body: { errors: { cost: expect.any(String) } },
      })
      const lower = await at.call('operator', 'POST', 'trips/create', { id, price: 3 })
      expect([lower.status, Object.keys(lower.body.errors as JsonObject)]).toEqual([422, ['price']])
      // What a formula comes to is nobody's to change: its reasons are.
      const back = await trip({ from: '2026-11-22T10:00:00Z', to: '2026-11-22T09:00:00Z' })
      expect([back.status, back.body.errors]).toEqual([422, { to: 'Con este valor, «Dura» sale de sus límites.' }])
      const many = await trip({ adults: 7, children: 5, places: 4 })
      expect([many.status, Object.keys(many.body.errors as JsonObject)]).toEqual([422, ['adults']])
      expect(many.body.errors).not.toMatchObject({ adults: expect.stringContaining('límites') })
      expect(
        await trip({
          from: '2026-11-22T10:00:00Z',
          to: '2026-11-22T11:00:00Z',
          adults: 2,
          children: 1,
          places: 4,
          extras: ['a'],
        }),
      ).toMatchObject({
        status: 200,
      })
    })
  })
})
