import type { JsonObject } from '../../src/model/json'
import type { OpenFresh } from '../open-fresh'
import { testApp, type Answer, type TestApp, type TestAppOptions } from './fixture-app'
import type { RoleName } from './fixture-users'
import type { Files } from './fixture-schemas'

/** A catalogue with a field of nearly every type, a tenant, rules of every kind, and one large table. */
export const RECORD_SCHEMAS: Files = {
  depots: {
    title: 'Depósito',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true },
      code: { type: 'string', title: 'Código', maxLength: 10, 'x-unique': true },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
    },
  },
  parcels: {
    title: 'Paquete',
    type: 'object',
    required: ['code', 'title'],
    'x-traits': ['activable', 'sortable'],
    'x-represent': '{code} {title}',
    properties: {
      code: { type: 'string', title: 'Clave', maxLength: 40, 'x-unique': true, 'x-search': true },
      title: { type: 'string', title: 'Título', maxLength: 200, 'x-search': true },
      notes: { 'x-type': 'longtext', title: 'Notas', maxLength: 5000 },
      weight: { 'x-type': 'decimal', title: 'Peso', minimum: 0 },
      price: { 'x-type': 'money', title: 'Precio', minimum: 0 },
      price_min: { 'x-type': 'money', title: 'Precio mínimo' },
      pieces: { type: 'integer', title: 'Piezas' },
      urgent: { type: 'boolean', title: 'Urgente', default: 0 },
      kind: {
        'x-type': 'enum',
        title: 'Tipo',
        'x-values': [
          { value: 'a', title: 'Aéreo' },
          { value: 'b', title: 'Barco' },
        ],
      },
      due: { type: 'string', format: 'date', title: 'Entrega' },
      arrived: { type: 'string', format: 'date-time', title: 'Llegada' },
      phone: { 'x-type': 'phone', title: 'Teléfono' },
      spot: { 'x-type': 'point', title: 'Lugar', 'x-flat': true },
      id_depot: { 'x-type': 'ref', title: 'Depósito', 'x-to': 'depots', 'x-expand': { depot_name: 'name' } },
      id_keeper: { 'x-type': 'ref', title: 'Encargado', 'x-to': 'users', 'x-on-delete': 'clear' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies', 'x-expand': { co_name: 'name' } },
      margin: { 'x-type': 'decimal', title: 'Margen', 'x-see': { 'user.operator': { eq: true } } },
      discount: { 'x-type': 'decimal', title: 'Descuento', 'x-see': { kind: { eq: 'a' } } },
      approved: { type: 'boolean', title: 'Aprobado', default: 0, 'x-edit': { 'user.root': { eq: true } } },
      counted: { type: 'integer', title: 'Contado', readOnly: true, default: 0 },
      stamp: { type: 'string', title: 'Ficha', maxLength: 40, 'x-secret': true },
    },
    'x-checks': [
      {
        id: 'over_minimum',
        assert: { price: { gte: { field: 'price_min' } } },
        when: { price: { isNull: false }, price_min: { isNull: false } },
        at: 'price',
        say: 'min',
      },
    ],
    'x-scope': { company: 'id_company' },
  },
  bins: {
    title: 'Caja',
    type: 'object',
    required: ['name', 'kind'],
    properties: {
      name: { type: 'string', title: 'Nombre' },
      kind: {
        'x-type': 'enum',
        title: 'Tipo',
        'x-values': [
          { value: 'a', title: 'Alta' },
          { value: 'b', title: 'Baja' },
        ],
      },
    },
  },
  readings: {
    title: 'Lectura',
    type: 'object',
    required: ['name'],
    'x-size': 'large',
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 60, 'x-search': true },
      value: { 'x-type': 'decimal', title: 'Valor' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
    },
  },
}

export const RECORD_RESOURCES: Files = {
  parcels: { title: 'Paquetes' },
  bins: { where: { kind: { eq: 'a' } } },
  low_bins: { entity: 'bins', title: 'Bajas', where: { kind: { eq: 'b' } } },
  people: { entity: 'users', title: 'Personas' },
  urgent_parcels: {
    entity: 'parcels',
    title: 'Urgentes',
    where: { urgent: { eq: 1 } },
    endpoint: 'delivery/urgent',
    route: '/urgent',
  },
}

export interface RecordApp extends TestApp {
  /** Creates a record or fails the test. */
  make(role: RoleName, endpoint: string, input: JsonObject): Promise<JsonObject>
  item(answer: Answer): JsonObject
  items(answer: Answer): JsonObject[]
  /** Companies A and B with a depot and a parcel each. */
  readonly depots: { readonly a: number; readonly b: number }
}

export async function recordApp(open: OpenFresh, options: TestAppOptions = {}): Promise<RecordApp> {
  const at = await testApp({ schemas: RECORD_SCHEMAS, resources: RECORD_RESOURCES, ...options, open })
  const item = ({ body, text }: Answer): JsonObject => {
    if (typeof body.item !== 'object' || body.item === null) throw new Error(`no item in ${text}`)
    return body.item as JsonObject
  }
  const make = async (role: RoleName, endpoint: string, input: JsonObject) =>
    item(await at.call(role, 'POST', `${endpoint}/create`, input))
  const { a, b } = at.ids.companies
  const depots = {
    a: Number((await make('root', 'depots', { name: 'Depósito Ate', code: 'A1', id_company: a })).id),
    b: Number((await make('root', 'depots', { name: 'Depósito Breña', code: 'B1', id_company: b })).id),
  }
  return { ...at, make, item, depots, items: ({ body }) => body.items as unknown as JsonObject[] }
}
