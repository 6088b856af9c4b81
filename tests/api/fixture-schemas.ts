import PROJECT from '../../schemas/application.json' with { type: 'json' }
import type { SourceFile } from '../../src/model/load'
import { systemFiles } from '../../src/server/language/metadata/system-files'

export type Files = { readonly [name: string]: object }

/** Companies to scope by, users that belong to them, and one small catalogue with and one without a tenant. */
export const FIXTURE_SCHEMAS: Files = {
  companies: {
    title: 'Empresa',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id' },
    properties: { name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true } },
  },
  users: {
    'x-extends': true,
    'x-scope': { company: 'id_company' },
    properties: {
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies', 'x-expand': { co_name: 'name' } },
    },
  },
  // Flags of this application's roles.
  roles: {
    'x-extends': true,
    properties: {
      corporate: { type: 'boolean', title: 'Administra su empresa', default: 0 },
      corporate_admin_rea: { type: 'boolean', title: 'Solo administra su área', default: 0 },
    },
  },
  places: {
    title: 'Lugar',
    type: 'object',
    required: ['name'],
    'x-traits': ['activable', 'sortable'],
    'x-represent': '{name}',
    'x-scope': { company: 'id_company' },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 80, 'x-search': true },
      id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies', 'x-expand': { co_name: 'name' } },
    },
  },
  shades: {
    title: 'Tono',
    type: 'object',
    required: ['name', 'code'],
    'x-represent': '{name}',
    'x-scope': { shared: true },
    properties: {
      name: { type: 'string', title: 'Nombre', maxLength: 40, 'x-search': true },
      code: { 'x-type': 'color', title: 'Código', 'x-unique': true },
    },
  },
}

/** Rows that give people further branches, with what a test adds. */
export const userBranches = ({
  properties,
  ...more
}: {
  readonly properties?: object
  readonly [key: string]: unknown
} = {}): object => ({
  title: 'Sucursal de usuario',
  type: 'object',
  required: ['id_user'],
  'x-module': false,
  'x-represent': '{id}',
  properties: {
    id_user: { 'x-type': 'ref', title: 'Usuario', 'x-to': 'users', 'x-on-delete': 'remove' },
    ...properties,
  },
  ...more,
})

/** Users that also work in a branch, for a test that has branches. */
export const withBranch: object = {
  'x-extends': true,
  'x-scope': { company: 'id_company' },
  properties: {
    id_company: { 'x-type': 'ref', title: 'Empresa', 'x-to': 'companies', 'x-expand': { co_name: 'name' } },
    id_branch: { 'x-type': 'ref', title: 'Sucursal', 'x-to': 'branches', 'x-expand': { br_name: 'name' } },
  },
}

/**
 * The project's kinds of people, and those of its scopes that the users of some schemas have a field for, without facts
 * of its companies.
 */
export function applicationFor(schemas: Files): object {
  const { properties = {} } = (schemas['users'] ?? {}) as { readonly properties?: object }
  const scopes = Object.entries<{ readonly field: string; readonly list?: object; readonly facts?: object }>(
    PROJECT.scopes,
  ).filter(([, { field }]) => Object.hasOwn(properties, field))
  const listed = scopes.map(([name, { list, ...scope }]) => {
    const { facts: _, ...own } = scope
    return [name, { ...own, ...(list && schemas['user_branches'] ? { list } : {}) }]
  })
  return { kinds: PROJECT.kinds, scopes: Object.fromEntries(listed) as object }
}

/**
 * The engine's own schemas, the fixture's (or the test's of the same name) and the test's resources, as the loader
 * reads them.
 */
export function sourceFilesOf(schemas: Files = {}, resources: Files = {}): SourceFile[] {
  const files = (folder: string, these: Files) =>
    Object.entries(these).map(([name, json]) => ({ path: `${folder}/${name}.json`, text: JSON.stringify(json) }))
  const all = { ...FIXTURE_SCHEMAS, ...schemas }
  return [
    ...systemFiles,
    ...files('schemas', { application: applicationFor(all), ...all }),
    ...files('resources', resources),
  ]
}
