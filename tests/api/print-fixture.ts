import type { Json, JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { applicationFor, FIXTURE_SCHEMAS, withBranch, type Files } from './fixture-schemas'
import { testApp, type TestApp } from './fixture-app'
import type { RoleName } from './fixture-users'

const BASE: Files = {
  users: withBranch,
  branches: {
    title: 'Sucursal',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 40 }, timezone: { type: 'string', maxLength: 60 } },
  },
  bills: {
    title: 'Cuenta',
    required: ['number'],
    'x-represent': '{number}',
    'x-scope': { company: 'id_company', branch: 'id_branch' },
    properties: {
      number: { type: 'string', title: 'Número', maxLength: 40, 'x-search': true },
      state: {
        'x-type': 'enum',
        title: 'Estado',
        default: 'draft',
        'x-values': [
          { value: 'draft', title: 'Borrador' },
          { value: 'issued', title: 'Emitida' },
          { value: 'void', title: 'Anulada' },
        ],
      },
      id_person: { 'x-type': 'ref', title: 'Persona', 'x-to': 'users' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches' },
      issued: { type: 'string', format: 'date-time', title: 'Emitida el' },
      paid: { type: 'boolean', title: 'Pagada', default: 0 },
      distance: { type: 'integer', title: 'Recorrido', 'x-unit': 'm' },
      margin: { 'x-type': 'money', title: 'Margen de la casa', 'x-see': { 'user.operator': { eq: true } } },
      discount: { 'x-type': 'money', title: 'Descuento', 'x-see': { state: { eq: 'issued' } } },
      lines: { 'x-type': 'children', title: 'Líneas', 'x-of': 'bill_lines', 'x-link': 'id_bill', 'x-max': 100 },
      total: { 'x-type': 'money', title: 'Total a pagar', 'x-formula': { sum: 'lines.amount' } },
      notes: { 'x-type': 'longtext', title: 'Notas', maxLength: 9000 },
      pic: { 'x-type': 'image', title: 'Foto del recibo' },
      stamp: { type: 'string', title: 'Sello', maxLength: 40, 'x-secret': true },
    },
  },
  bill_lines: {
    title: 'Línea',
    required: ['name', 'price'],
    'x-module': false,
    'x-represent': '{name}',
    'x-scope': { company: 'id_bill.id_company', branch: 'id_bill.id_branch' },
    properties: {
      id_bill: { 'x-type': 'ref', 'x-to': 'bills' },
      name: { type: 'string', title: 'Concepto', maxLength: 200 },
      id_branch: { 'x-type': 'ref', title: 'Punto', 'x-to': 'branches' },
      quantity: { 'x-type': 'decimal', title: 'Cantidad', default: 1 },
      price: { 'x-type': 'money', title: 'Precio' },
      pic: { 'x-type': 'image', title: 'Foto' },
      cost: { 'x-type': 'money', title: 'Costo', 'x-see': { 'user.operator': { eq: true } } },
      amount: { 'x-type': 'money', title: 'Importe', 'x-formula': { mul: ['quantity', 'price'] } },
      parts: { 'x-type': 'children', title: 'Partes', 'x-of': 'bill_parts', 'x-link': 'id_line' },
    },
  },
  bill_parts: {
    title: 'Parte',
    required: ['name'],
    'x-module': false,
    'x-represent': '{name}',
    properties: {
      id_line: { 'x-type': 'ref', 'x-to': 'bill_lines' },
      name: { type: 'string', title: 'Parte', maxLength: 80 },
      weight: { 'x-type': 'decimal', title: 'Peso', 'x-unit': 'kg' },
    },
  },
}

export const PRINT_SCHEMAS: Files = {
  ...BASE,
  application: {
    ...applicationFor({ ...FIXTURE_SCHEMAS, ...BASE }),
    letterhead: { name: 'brand', logo: 'pic_logo', lines: [{ f: 'timezone', title: 'Hora de' }] },
  },
}

/** A statement with every kind of block, and a short note that is offered of issued bills alone. */
export const PRINT_RESOURCES: Files = {
  bills: {
    title: 'Cuentas',
    print: {
      statement: {
        title: 'Estado de cuenta',
        for: 'id_person',
        watermark: [
          { text: 'BORRADOR', when: { state: { eq: 'draft' } } },
          { text: 'ANULADA', when: { 'id_company.name': { eq: 'Empresa B' } } },
        ],
        blocks: [
          'letterhead',
          {
            parties: [
              { title: 'Para', fields: [{ f: 'id_person', title: 'Señor(a)' }, 'id_person.email'] },
              { title: 'De', fields: ['id_branch', 'issued'] },
            ],
          },
          { fields: ['state', 'paid', 'distance', 'margin', 'discount'], title: 'Datos', columns: 3 },
          {
            rows: 'lines',
            title: 'Detalle',
            columns: ['name', 'id_branch', 'id_branch.timezone', 'quantity', 'price', 'cost', 'amount'],
            sum: ['quantity', 'cost', 'amount'],
            inner: { rows: 'parts', columns: ['name', 'weight'] },
          },
          { totals: ['margin', 'total'] },
          { text: 'Debe {{total|money}} al {{issued|date}}.\n{{notes}}' },
          { qr: 'https://pagos.test/{{number}}', caption: 'Pague {{number}} aquí.' },
        ],
      },
      pictures: {
        title: 'Fotos',
        blocks: [{ fields: ['number', 'pic'] }, { rows: 'lines', columns: ['name', 'pic'] }],
      },
      note: {
        title: 'Nota',
        heading: 'Nota {{number|upper}}',
        when: { state: { eq: 'issued' } },
        size: 'A5',
        landscape: true,
        blocks: [{ fields: ['number'] }, 'break', { text: 'Segunda página', as: 'heading' }],
      },
    },
  },
}

export interface Printed {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  readonly bytes: Uint8Array
  readonly text: string
}

export interface PrintApp extends TestApp {
  make(input: JsonObject): Promise<JsonObject>
  print(role: RoleName, input: JsonObject): Promise<Printed>
  readonly branch: number
}

export async function printApp(open: OpenFresh): Promise<PrintApp> {
  const at = await testApp({
    schemas: PRINT_SCHEMAS,
    resources: PRINT_RESOURCES,
    open,
    now: () => new Date('2026-11-21T15:30:00.000Z'),
  })
  const make = async (input: JsonObject): Promise<JsonObject> => {
    const { status, text, body } = await at.call('root', 'POST', 'bills/create', input)
    if (status !== 200) throw new Error(text)
    return body.item as JsonObject
  }
  const branch = Number(
    (
      (await at.call('root', 'POST', 'branches/create', { name: 'Madrid', timezone: 'Europe/Madrid' })).body
        .item as JsonObject
    ).id,
  )
  const print = async (role: RoleName, input: JsonObject): Promise<Printed> => {
    const reply = await at.app.inject({
      method: 'POST',
      url: '/api/admin/bills/print',
      payload: JSON.stringify(input),
      headers: { authorization: `Bearer ${await at.tokenFor(role)}`, 'content-type': 'application/json' },
    })
    return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, text: reply.body }
  }
  return { ...at, make, print, branch }
}

export const line = (name: string, quantity: Json, price: Json, more: JsonObject = {}): JsonObject => ({
  name,
  quantity,
  price,
  ...more,
})
