import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../src/model/json'
import { applicationFor } from '../api/fixture-schemas'

const ROOT = join(import.meta.dirname, '../..')

const named = (title: string): JsonObject => ({
  title,
  type: 'object',
  required: ['name'],
  'x-represent': '{name}',
  'x-scope': { shared: true },
  properties: { name: { type: 'string', maxLength: 80, 'x-search': true } },
})
const ref = (to: string, wire: string): JsonObject => ({ 'x-type': 'ref', 'x-to': to, 'x-expand': { [wire]: 'name' } })

/** A table of a million rows with four references, a rule across fields, and a tenant; and what it refers to. */
const SCHEMAS: { readonly [name: string]: JsonObject } = {
  companies: { ...named('Company'), 'x-scope': { company: 'id' } },
  branches: named('Branch'),
  people: named('Person'),
  cars: named('Car'),
  nothing: named('Nothing'),
  users: {
    'x-extends': true,
    'x-scope': { company: 'id_company' },
    properties: { id_company: ref('companies', 'co_name') },
  },
  rides: {
    title: 'Ride',
    type: 'object',
    required: ['name', 'id_company', 'amount'],
    'x-represent': '{name}',
    'x-size': 'large',
    'x-traits': ['activable'],
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', maxLength: 120, 'x-search': true },
      notes: { type: 'string', maxLength: 200 },
      id_company: ref('companies', 'co_name'),
      id_branch: ref('branches', 'br_name'),
      id_driver: ref('people', 'dr_name'),
      id_vehicle: ref('cars', 've_name'),
      amount: { 'x-type': 'money', minimum: 0 },
      tip: { 'x-type': 'money', minimum: 0 },
      distance: { type: 'integer', minimum: 0 },
      date_ride: { type: 'string', format: 'date-time' },
    },
    'x-checks': [
      {
        id: 'tip_below_amount',
        assert: { tip: { lte: { field: 'amount' } } },
        when: { tip: { isNull: false } },
        at: 'tip',
        say: 'range',
      },
    ],
  },
}

export interface BenchProject {
  readonly root: string
  remove(): void
}

/** The benchmark's own metadata in a folder of its own; `more` generated schemas stand beside it. */
export function benchProject(more = 0): BenchProject {
  const root = mkdtempSync(join(tmpdir(), 'bench-'))
  cpSync(join(ROOT, 'i18n'), join(root, 'i18n'), { recursive: true })
  for (const folder of ['schemas', 'resources']) mkdirSync(join(root, folder))
  const write = (path: string, json: object) => writeFileSync(join(root, path), JSON.stringify(json))
  for (const [name, schema] of Object.entries(SCHEMAS)) write(`schemas/${name}.json`, schema)
  write('schemas/application.json', applicationFor(SCHEMAS))
  write('resources/rides.json', {
    list: {
      columns: ['id', 'name', 'co_name', 'dr_name', 've_name', 'amount'],
      sort: ['date_created', 'desc'],
      perPage: 15,
      layouts: ['table', { as: 'board', by: 'id_branch', sum: 'amount' }],
    },
    filters: ['name', 'id_company', 'id_branch', 'id_driver', 'id_vehicle', 'state', 'date_ride'],
    import: {
      columns: [
        'name',
        'notes',
        'id_company',
        'id_branch',
        'id_driver',
        'id_vehicle',
        'amount',
        'tip',
        'distance',
        'date_ride',
      ],
      match: [],
    },
  })
  for (let i = 0; i < more; i++) write(`schemas/made_${i}.json`, madeSchema(i))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** A catalogue of eight fields, two of them references. */
function madeSchema(i: number): JsonObject {
  return {
    title: `Made ${i}`,
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', maxLength: 80, 'x-search': true },
      code: { type: 'string', maxLength: 20, 'x-unique': true },
      amount: { 'x-type': 'money', minimum: 0 },
      spaces: { type: 'integer', minimum: 0, maximum: 1000 },
      date_start: { type: 'string', format: 'date' },
      done: { type: 'boolean', default: false },
      id_company: ref('companies', 'co_name'),
      id_before: ref(i === 0 ? 'branches' : `made_${i - 1}`, 'before_name'),
    },
  }
}
