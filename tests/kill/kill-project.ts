import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../src/model/json'

/** Plans with rows and many-to-many references of their own, and goods that files bring in. */
const SCHEMAS: { readonly [name: string]: JsonObject } = {
  tags: {
    title: 'Tag',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 20, 'x-unique': true } },
  },
  plans: {
    title: 'Plan',
    type: 'object',
    required: ['name', 'code'],
    'x-represent': '{name}',
    'x-traits': ['activable'],
    properties: {
      name: { type: 'string', maxLength: 60, 'x-search': true },
      code: { type: 'string', maxLength: 30, 'x-unique': true },
      tags: { 'x-type': 'refs', 'x-to': 'tags' },
      steps: { 'x-type': 'children', 'x-of': 'steps', 'x-link': 'id_plan' },
    },
  },
  steps: {
    title: 'Step',
    type: 'object',
    required: ['name', 'id_plan'],
    'x-module': false,
    'x-represent': '{name}',
    'x-traits': ['sortable'],
    properties: { id_plan: { 'x-type': 'ref', 'x-to': 'plans' }, name: { type: 'string', maxLength: 60 } },
  },
  bells: {
    title: 'Bell',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 60 }, id_user: { 'x-type': 'ref', 'x-to': 'users' } },
  },
  bills: {
    title: 'Bill',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    'x-flow': {
      field: 'stage',
      start: 'draft',
      moves: { issue: { title: 'Issue', from: ['draft'], to: 'issued', series: 'number' } },
    },
    properties: {
      name: { type: 'string', maxLength: 60 },
      number: { type: 'string', maxLength: 20, 'x-series': { format: '{n}' } },
      stage: {
        'x-type': 'enum',
        'x-values': [
          { value: 'draft', title: 'Draft' },
          { value: 'issued', title: 'Issued' },
        ],
      },
    },
  },
  goods: {
    title: 'Good',
    type: 'object',
    required: ['code', 'name'],
    'x-represent': '{name}',
    properties: {
      code: { type: 'string', maxLength: 30, 'x-unique': true },
      name: { type: 'string', maxLength: 60 },
      id_tag: { 'x-type': 'ref', 'x-to': 'tags' },
      tags: { 'x-type': 'refs', 'x-to': 'tags' },
    },
  },
}

export const TAGS = ['red', 'green', 'blue']

/** The metadata in a folder of its own, with room for an embedded database beside it. */
export function killProject(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), 'kill-'))
  cpSync(join(import.meta.dirname, '../../i18n'), join(root, 'i18n'), { recursive: true })
  for (const folder of ['schemas', 'resources']) mkdirSync(join(root, folder))
  for (const [name, schema] of Object.entries(SCHEMAS))
    writeFileSync(join(root, `schemas/${name}.json`), JSON.stringify(schema))
  writeFileSync(
    join(root, 'resources/goods.json'),
    JSON.stringify({ import: { columns: ['code', 'name', 'id_tag', 'tags'], match: ['code'] } }),
  )
  const on = [
    { id: 'ledger', event: 'created', do: { webhook: { key: 'ledger' } } },
    { id: 'ring', event: 'created', do: { notice: { to: ['id_user'], body: '{{name}}' } } },
    { id: 'post', event: 'created', do: { mail: { to: ['id_user'], subject: 'bell-{{id}}-', body: '{{name}}' } } },
  ]
  writeFileSync(join(root, 'resources/bells.json'), JSON.stringify({ on }))
  writeFileSync(join(root, 'resources/webhooks.json'), JSON.stringify({ root: true }))
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
