import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import type { JsonObject } from '../../src/model/json'
import type { ServerFeature } from '#engine/server'
import { testApp, type Answer, type TestApp } from './fixture-app'
import type { Files } from './fixture-schemas'
import type { RoleName } from './fixture-users'
import { multipart } from '../multipart'
import type { OpenFresh } from '../open-fresh'

/**
 * Goods of a company on shelves: a unique code, a reference by name or code, choices, numbers, dates, a rule across
 * fields.
 */
const IMPORT_SCHEMAS: Files = {
  shelves: {
    title: 'Estante',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 60, 'x-search': true },
      code: { type: 'string', title: 'Código', maxLength: 10, 'x-unique': true },
    },
  },
  goods: {
    title: 'Artículo',
    type: 'object',
    required: ['code', 'name', 'kind'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      code: {
        type: 'string',
        title: 'Código',
        maxLength: 12,
        pattern: '^[A-Z0-9-]+$',
        'x-unique': true,
        'x-search': true,
        description: 'Letras mayúsculas y cifras.',
      },
      name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true },
      kind: {
        'x-type': 'enum',
        title: 'Tipo',
        default: 'a',
        'x-values': [
          { value: 'a', title: 'Alimento' },
          { value: 'b', title: 'Bebida' },
        ],
      },
      price: { 'x-type': 'money', title: 'Precio', minimum: 0 },
      price_min: { 'x-type': 'money', title: 'Precio mínimo' },
      due: { type: 'string', format: 'date', title: 'Vence' },
      email: { type: 'string', format: 'email', title: 'Correo', 'x-unique': true },
      id_shelf: { 'x-type': 'ref', title: 'Estante', 'x-to': 'shelves' },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies' },
      margin: { 'x-type': 'decimal', title: 'Margen', 'x-see': { 'user.operator': { eq: true } } },
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
  },
}

const IMPORT_RESOURCES: Files = {
  goods: {
    import: { match: ['code'] },
    list: { columns: ['code', 'name', 'kind', 'price', { f: 'due', title: 'Caduca' }, 'id_shelf'] },
  },
}

/** What the columns of the tests' files are called. */
export const HEADER = ['Código', 'Nombre', 'Tipo', 'Precio', 'Precio mínimo', 'Estante']

export interface ImportCalls {
  /** Uploads a file to `importVerify` (or another call) and gives back the answer. */
  upload(role: RoleName, file: string | Uint8Array, options?: { name?: string; path?: string }): Promise<Answer>
  /** Uploads a csv of rows below `HEADER`, or below a header of one's own, and waits until it is verified. */
  stage(role: RoleName, rows: readonly (readonly string[])[], header?: readonly string[]): Promise<ImportView>
  /** A call on a run, waited for. */
  run(role: RoleName, call: string, input: JsonObject): Promise<ImportView>
  /** Asks until nothing is under way. */
  settled(role: RoleName, view: Pick<ImportView, 'id'>): Promise<ImportView>
}

export interface ImportApp extends TestApp, ImportCalls {
  /** The goods there are, by code. */
  goods(): Promise<readonly JsonObject[]>
}

export async function importApp(open: OpenFresh, features: readonly ServerFeature[] = []): Promise<ImportApp> {
  const at = await testApp({ open, schemas: IMPORT_SCHEMAS, resources: IMPORT_RESOURCES, features })
  for (const [name, code] of [
    ['Estante alto', 'E1'],
    ['Estante bajo', 'E2'],
    ['Estante doble', 'E3'],
    ['Estante doble', 'E4'],
  ] as const) {
    await at.call('root', 'POST', 'shelves/create', { name, code })
  }
  return {
    ...at,
    ...importCalls(at, 'goods'),
    goods: async () =>
      (await at.call('root', 'GET', 'goods', { limit: 1000, order_col: 'code', order_dir: 'asc' })).body
        .items as unknown as JsonObject[],
  }
}

/** The calls on one catalogue's files. */
export function importCalls(at: TestApp, resource: string): ImportCalls {
  const upload: ImportCalls['upload'] = async (
    role,
    file,
    { name = 'goods.csv', path = `${resource}/importVerify` } = {},
  ) => {
    const { payload, headers } = multipart(file, name)
    const reply = await at.app.inject({
      method: 'POST',
      url: `/api/admin/${path}`,
      payload,
      headers: { ...headers, authorization: `Bearer ${await at.tokenFor(role)}` },
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      body: JSON.parse(reply.body) as JsonObject,
    }
  }
  const settled: ImportCalls['settled'] = async (role, { id }) => {
    for (;;) {
      const view = viewIn(await at.call(role, 'GET', `${resource}/importRows`, { id }))
      if (!isUnderWay(view.state)) return view
      await sleep(20)
    }
  }
  return {
    upload,
    settled,
    stage: async (role, rows, header = HEADER) => settled(role, viewIn(await upload(role, csv([header, ...rows])))),
    run: async (role, call, input) => settled(role, viewIn(await at.call(role, 'POST', `${resource}/${call}`, input))),
  }
}

/** @throws when the call failed */
export function viewIn({ status, body, text }: Answer): ImportView {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return body as unknown as ImportView
}

export const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

export const xlsx = (rows: (string | number | Date | null)[][]): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: 'Datos', rows }] })
