import type { Json, JsonObject } from '../../src/model/json'
import type { SourceFile } from '../../src/model/load'
import { systemFiles } from '../../src/server/language/metadata/system-files'
import { everyRollup, randomStats } from './stats-suite'
import { applicationFor } from '../api/fixture-schemas'
import { randomLayouts } from './random-layouts'
import { randomPrint } from './random-print'

type Random = () => number
type Property = { [keyword: string]: Json }

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const chance = (random: Random, of: number): boolean => random() < of
const whole = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1))

const PATTERNS = ['^[A-Z]{3}-[0-9]{3}$', '^[0-9]{6}$', '^(norte|sur)[0-9]*$', '^[a-zñ]+( [a-zñ]+)?$']

/** How a property of each field type may be written; a type that the registry gains must be added here. */
export const PROPERTIES: { readonly [type: string]: (random: Random) => Property } = {
  text: (random) => ({
    type: 'string',
    maxLength: whole(random, 20, 200),
    ...(chance(random, 0.5) ? { 'x-search': true } : {}),
    ...(chance(random, 0.2) ? { minLength: whole(random, 2, 5) } : {}),
    ...(chance(random, 0.2)
      ? { pattern: pick(random, PATTERNS), minLength: 1, maxLength: 30 }
      : chance(random, 0.3)
        ? { 'x-case': pick(random, ['upper', 'lower']) }
        : {}),
  }),
  longtext: (random) => ({
    'x-type': 'longtext',
    maxLength: whole(random, 300, 3000),
    ...(chance(random, 0.3) ? { 'x-search': true } : {}),
  }),
  integer: (random) => ({
    type: 'integer',
    ...(chance(random, 0.5) ? { minimum: whole(random, -50, 0), maximum: whole(random, 1000, 90_000) } : {}),
  }),
  decimal: (random) => ({
    type: 'number',
    ...(chance(random, 0.5) ? { minimum: 0 } : {}),
    ...(chance(random, 0.4) ? { 'x-scale': whole(random, 0, 6) } : {}),
  }),
  money: (random) => ({ 'x-type': 'money', ...(chance(random, 0.5) ? { minimum: 0 } : {}) }),
  flag: (random) => ({ type: 'boolean', ...(chance(random, 0.5) ? { default: whole(random, 0, 1) } : {}) }),
  enum: (random) => ({
    'x-type': 'enum',
    'x-values': Array.from({ length: whole(random, 1, 6) }, (_, i) => ({
      value: String(i),
      title: pick(random, ['Ñato', 'Río', 'Único', 'Paz', 'Sí, claro']) + (chance(random, 0.5) ? ` ${i}` : ''),
    })),
  }),
  choices: (random) => ({
    'x-type': 'choices',
    'x-values': ['a', 'b', 'c'].slice(0, whole(random, 1, 3)).map((value) => ({ value, title: `Opción ${value}` })),
  }),
  rating: (random) => ({ 'x-type': 'rating', ...(chance(random, 0.5) ? { maximum: whole(random, 2, 10) } : {}) }),
  answers: (random) => ({
    'x-type': 'answers',
    'x-form': 'id_form',
    ...(chance(random, 0.5) ? { 'x-search': true } : {}),
  }),
  date: () => ({ type: 'string', format: 'date' }),
  datetime: () => ({ type: 'string', format: 'date-time' }),
  color: () => ({ 'x-type': 'color' }),
  email: (random) => ({ type: 'string', format: 'email', ...(chance(random, 0.5) ? { 'x-search': true } : {}) }),
  phone: () => ({ 'x-type': 'phone' }),
  point: () => ({ 'x-type': 'point' }),
  json: () => ({ 'x-type': 'json' }),
  password: () => ({ 'x-type': 'password' }),
  secret: () => ({ 'x-type': 'secret', maxLength: 80 }),
  richtext: (random) => ({ 'x-type': 'richtext', ...(chance(random, 0.5) ? { 'x-search': true } : {}) }),
  percent: (random) => ({
    'x-type': 'percent',
    ...(chance(random, 0.5) ? { minimum: 0, maximum: 100, 'x-scale': whole(random, 0, 2) } : {}),
  }),
  time: () => ({ 'x-type': 'time' }),
  duration: (random) => ({
    'x-type': 'duration',
    ...(chance(random, 0.6) ? { 'x-unit': pick(random, ['s', 'h']), 'x-scale': 2 } : {}),
  }),
  distance: (random) => ({
    'x-type': 'distance',
    ...(chance(random, 0.6) ? { 'x-unit': pick(random, ['m', 'km', 'mi']) } : {}),
  }),
  url: (random) => ({ 'x-type': 'url', ...(chance(random, 0.5) ? { 'x-search': true } : {}) }),
  icon: () => ({ 'x-type': 'icon' }),
  standard: () => ({ 'x-type': 'standard', 'x-list': 'time_zones' }),
  polygon: () => ({ 'x-type': 'polygon' }),
  schedule: () => ({ 'x-type': 'schedule' }),
  file: () => ({ 'x-type': 'file', 'x-accept': 'image/*, application/pdf' }),
  object: (random) => ({
    'x-type': 'object',
    ...(chance(random, 0.5) ? { required: ['ancho'] } : {}),
    properties: {
      ancho: { type: 'integer', minimum: 0, ...(chance(random, 0.5) ? { default: 1 } : {}) },
      nombre: { type: 'string', maxLength: 20 },
      borde: {
        'x-type': 'object',
        properties: { color: { 'x-type': 'color' }, dia: { type: 'string', format: 'date' }, si: { type: 'boolean' } },
      },
    },
  }),
  image: () => ({ 'x-type': 'image', 'x-max-kb': 100 }),
}

/** A value that every such property takes, for a rule to set. */
const SETTABLE: { readonly [type: string]: Json } = {
  integer: 7,
  decimal: 7,
  money: 7,
  percent: 7,
  flag: 1,
  date: '2026-02-28',
  datetime: '2026-02-28T10:00:00.000Z',
  color: '#123456',
  time: '07:30',
  duration: 7,
  distance: 7,
  rating: 2,
  point: { lat: -12, lng: -77 },
  json: { a: [1] },
  icon: 'home',
}

/** Some entities and catalogues that nobody thought of, and every field type at least once. */
export function randomFiles(random: Random, entities: number): SourceFile[] {
  const names: string[] = []
  const files: SourceFile[] = [
    ...kindFiles(random),
    { path: 'schemas/application.json', text: JSON.stringify(applicationFor({})) },
  ]
  let types = shuffled(random, Object.keys(PROPERTIES))
  for (let number = 0; number < entities; number++) {
    const name = `${pick(random, ['cosas', 'hojas', 'pasos', 'rutas_x', 'zonas_y'])}_${number}`
    const own = types.slice(0, Math.ceil(Object.keys(PROPERTIES).length / entities) + 2)
    types = [...types.slice(own.length), ...shuffled(random, Object.keys(PROPERTIES))]
    const schema = randomSchema(
      random,
      [...own, ...Array.from({ length: whole(random, 0, 4) }, () => pick(random, Object.keys(PROPERTIES)))],
      [...names, name, 'claves'],
    )
    let inner: string | undefined
    if (number === 0 || chance(random, 0.5)) {
      const rows = `${name}_filas`
      Object.assign(schema.properties as object, relatedTo(rows, names))
      inner = number === 0 || chance(random, 0.4) ? `${rows}_partes` : undefined
      files.push({ path: `schemas/${rows}.json`, text: JSON.stringify(rowsOf(random, name, inner)) })
      if (inner !== undefined) files.push({ path: `schemas/${inner}.json`, text: JSON.stringify(rowsOf(random, rows)) })
    }
    files.push({
      path: `schemas/${name}.json`,
      text: JSON.stringify({
        ...schema,
        'x-rollups': everyRollup(schema.properties as { readonly [field: string]: JsonObject }),
      }),
    })
    // A staged file finds records by their numbers, and has a cell for all that a record needs.
    const needed = (schema.required as readonly string[] | undefined) ?? []
    const isWhole = needed.every((field) => !/_(password|secret|object)$/.test(field))
    const imports = {
      ...(schema['x-key'] === undefined && isWhole ? { import: true } : {}),
      print: randomPrint(schema, inner !== undefined),
      stats: randomStats(random, schema.properties as { readonly [field: string]: JsonObject }),
      ...randomLayouts(random, schema),
    }
    const fixed = Object.entries(schema.properties as JsonObject).find(
      ([, property]) =>
        (property as JsonObject)['x-type'] === 'enum' && (property as JsonObject)['x-see'] === undefined,
    )
    if (fixed && chance(random, 0.7)) {
      const where = { [fixed[0]]: { eq: '0' } }
      const form = formOf(random, schema, fixed[0])
      files.push({
        path: `resources/${name}_cero.json`,
        text: JSON.stringify({
          entity: name,
          title: `Los ${name}`,
          where,
          ...form,
          ...imports,
          ...(chance(random, 0.5) ? { endpoint: `grupo/${name}` } : {}),
        }),
      })
    } else
      files.push({ path: `resources/${name}.json`, text: JSON.stringify({ ...formOf(random, schema), ...imports }) })
    names.push(name)
  }
  return [...systemFiles, ...files]
}

/** A tree of records whose ids people give, one value at a time; and a catalogue of one record. */
function kindFiles(random: Random): SourceFile[] {
  const kinds = ['a', 'b', 'c'].slice(0, whole(random, 1, 3)).map((value) => ({ value, title: value }))
  const files: { readonly [path: string]: JsonObject } = {
    'schemas/claves.json': {
      title: 'Clave',
      required: ['nombre', 'clase'],
      'x-key': { maxLength: whole(random, 3, 20) },
      'x-traits': ['tree', ...['activable', 'sortable'].filter(() => chance(random, 0.5))],
      properties: {
        nombre: { type: 'string', maxLength: 40, 'x-search': true },
        clase: { 'x-type': 'enum', 'x-values': kinds },
      },
    },
    'resources/claves.json': { route: '/claves/:clase', endpoint: 'grupo/claves' },
    'schemas/ajuste.json': {
      title: 'Ajuste',
      'x-scope': { shared: true },
      required: ['limite'],
      properties: {
        limite: { type: 'integer', minimum: 0, default: whole(random, 0, 9) },
        aviso: { type: 'string', maxLength: 40 },
      },
    },
    'resources/ajuste.json': { singleton: true },
  }
  return Object.entries(files).map(([path, json]) => ({ path, text: JSON.stringify(json) }))
}

/**
 * What a record has of other tables: rows of its own, how many, what they come to, and some of what there already is.
 */
function relatedTo(rows: string, targets: readonly string[]): { [field: string]: Property } {
  const [target] = targets
  return {
    filas: { title: 'Filas', 'x-type': 'children', 'x-of': rows, 'x-link': 'id_padre', 'x-max': 5 },
    num_filas: { title: 'Cuántas', 'x-type': 'computed', 'x-computed': { count: rows, by: 'id_padre' } },
    total_filas: { title: 'Total', 'x-type': 'computed', 'x-computed': { sum: 'monto', of: rows, by: 'id_padre' } },
    suma_filas: { title: 'Suma', 'x-type': 'money', 'x-formula': { sum: 'filas.monto' } },
    ultima_fila: { title: 'Última', type: 'string', format: 'date', 'x-formula': { max: 'filas.dia' } },
    otras: { title: 'Otras', 'x-type': 'refs', 'x-to': target ?? 'roles' },
  }
}

/** Rows of a record, some with rows of their own. */
function rowsOf(random: Random, parent: string, inner?: string): JsonObject {
  return {
    title: 'Fila',
    type: 'object',
    required: ['texto'],
    'x-module': false,
    'x-represent': '{texto}',
    ...(chance(random, 0.5) ? { 'x-traits': ['sortable'] } : {}),
    properties: {
      id_padre: { 'x-type': 'ref', 'x-to': parent },
      texto: { type: 'string', maxLength: 30 },
      monto: { 'x-type': 'money', minimum: 0 },
      dia: { type: 'string', format: 'date' },
      ...(inner === undefined
        ? {}
        : {
            filas: { title: 'Partes', 'x-type': 'children', 'x-of': inner, 'x-link': 'id_padre', 'x-max': 5 },
            suma_filas: { title: 'Suma', 'x-type': 'money', 'x-formula': { sum: 'filas.monto' } },
          }),
      ...(chance(random, 0.6) ? { doble: { 'x-type': 'money', 'x-formula': { mul: ['monto', 2] } } } : {}),
      ...(chance(random, 0.5) ? { previa: { 'x-type': 'money', 'x-copy': { from: 'id_padre.suma_filas' } } } : {}),
      ...(chance(random, 0.4)
        ? {
            parte: {
              'x-type': 'percent',
              'x-scale': 1,
              'x-formula': { div: [{ mul: ['monto', 100] }, 'id_padre.suma_filas'] },
            },
          }
        : {}),
    },
  }
}

/**
 * A form in tabs, in steps or in rows, some of them closed, and some that come and go; or none, and the default is
 * taken.
 */
function formOf(random: Random, { properties, 'x-key': key }: JsonObject, fixed?: string): JsonObject {
  if (chance(random, 0.3)) return {}
  const names = [
    ...(key === undefined ? [] : ['id']),
    ...Object.keys(properties as JsonObject).filter((name) => name !== fixed),
  ]
  const flag = names.find((name) => name.endsWith('_flag'))
  const others = names.filter((name) => name !== flag)
  const cut = Math.max(1, Math.floor(others.length / 3))
  const groups = [
    [...(flag ? [flag] : []), ...others.slice(0, cut)],
    others.slice(cut, 2 * cut),
    others.slice(2 * cut),
  ].filter((group) => group.length > 0)
  const layout = pick(random, ['tabs', 'steps', 'rows'])
  const said = (at: number): JsonObject => ({
    title: `Parte ${at}`,
    ...(at > 0 && flag && chance(random, 0.4) ? { show: { [flag]: { eq: 1 } } } : {}),
    ...(layout !== 'rows' && chance(random, 0.3) ? { icon: 'key' } : {}),
  })
  const rows = (group: readonly string[], at: number): Json[] =>
    chance(random, 0.3)
      ? [
          {
            group: `dentro_${at}`,
            title: 'Dentro',
            ...(chance(random, 0.5) ? { collapsed: true } : {}),
            rows: group.map((name) => [name]),
          },
        ]
      : group.map((name) => [name])
  if (layout === 'rows' || groups.length < 2)
    return {
      form: {
        rows: groups.map((group, at) => ({
          group: `parte_${at}`,
          ...said(at),
          ...(chance(random, 0.5) ? { collapsed: true } : {}),
          rows: rows(group, at),
        })),
      },
    }
  return {
    form: {
      [layout]: groups.map((group, at) => ({
        [layout === 'tabs' ? 'tab' : 'step']: `parte_${at}`,
        ...said(at),
        rows: rows(group, at),
      })),
    },
  }
}

function randomSchema(random: Random, types: readonly string[], targets: readonly string[]): JsonObject {
  const properties: { [field: string]: Property } = {}
  types.forEach((type, i) => {
    properties[`f${i}_${type}`] = { title: `Dato ${i}`, ...PROPERTIES[type]?.(random) }
    if (type !== 'answers') return
    properties[`f${i}_answers`] = { ...properties[`f${i}_answers`], 'x-form': `id_form${i}` }
    properties[`id_form${i}`] = { 'x-type': 'ref', 'x-to': 'forms' }
  })
  const point = Object.keys(properties).find((field) => field.endsWith('_point'))
  if (point && chance(random, 0.5))
    properties[point] = { ...properties[point], 'x-flat': chance(random, 0.5) ? true : { lat: 'y', lng: 'x' } }
  for (let i = whole(random, 0, 2); i > 0; i--) {
    const target = pick(random, targets)
    properties[`id_r${i}`] = {
      'x-type': 'ref',
      'x-to': target,
      ...(chance(random, 0.5) ? { 'x-expand': { [`r${i}_state`]: 'date_created' } } : {}),
      ...(chance(random, 0.5) ? { 'x-on-delete': 'clear' } : {}),
    }
  }
  properties.de_quien = {
    'x-type': 'ref-any',
    'x-to': ['roles', 'users'],
    ...(chance(random, 0.5) ? { 'x-on-delete': 'clear' } : {}),
  }
  // No generated record brings a file or the answers to a form, so none may have to.
  const fields = Object.keys(properties).filter((field) => !/_(file|image|answers)$/.test(field))
  const flag = fields.find((field) => field.endsWith('_flag'))
  const required = fields.filter((field) => !field.startsWith('id_') && chance(random, 0.3))
  const optional = fields.filter((field) => !required.includes(field) && field !== flag && !field.startsWith('id_'))
  const unique = fields.find((field) => field.endsWith('_email') || field.endsWith('_phone'))
  if (unique && chance(random, 0.7)) properties[unique] = { ...properties[unique], 'x-unique': true }
  const [hidden, locked, needed, ...others] = shuffled(random, optional)
  if (flag && hidden && chance(random, 0.6))
    properties[hidden] = { ...properties[hidden], 'x-see': { [flag]: { eq: 1 } } }
  if (locked && chance(random, 0.5))
    properties[locked] = {
      ...properties[locked],
      'x-edit': { any: [{ 'user.root': { eq: true } }, { id: { isNull: true } }] },
    }
  if (flag && needed && chance(random, 0.5))
    properties[needed] = {
      ...properties[needed],
      'x-require': { all: [{ [flag]: { eq: 0 } }, { 'user.operator': { eq: true } }] },
    }
  // Not a choice: that may be what a catalogue over these records is made of.
  const set = others.find((field) => !/_(password|secret|enum)$/.test(field))
  if (flag && set && chance(random, 0.6)) {
    const to = chance(random, 0.4) ? null : (SETTABLE[set.replace(/^f\d+_/, '')] ?? null)
    properties[set] = { ...properties[set], 'x-set': { to, when: { [flag]: { eq: 1 } } } }
  }
  Object.assign(properties, countedFrom(random, properties))
  const traits = ['activable', 'sortable', 'tree'].filter((trait) => chance(random, trait === 'tree' ? 0.4 : 0.6))
  const isKeyed = chance(random, 0.3)
  const flow = flowOf(random, properties, optional)
  return {
    title: 'Cosa',
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(flow ? { 'x-flow': flow } : {}),
    ...partsOf(random, properties, optional, flow?.field ?? null),
    ...(traits.length > 0 ? { 'x-traits': traits } : {}),
    ...(isKeyed
      ? {
          'x-key': {
            maxLength: whole(random, 3, 20),
            ...(chance(random, 0.5) ? { pattern: '^[a-z]{1,3}[0-9]*$' } : {}),
          },
        }
      : {}),
    ...(!isKeyed && chance(random, 0.4) ? { 'x-size': 'large' } : {}),
  }
}

/** Fields that formulas fill from those that there are. */
function countedFrom(
  random: Random,
  properties: { readonly [field: string]: Property },
): { readonly [field: string]: Property } {
  const names = Object.keys(properties)
  const number = names.find((name) => /_(integer|decimal|money|percent)$/.test(name))
  const day = names.find((name) => name.endsWith('_date'))
  const flag = names.find((name) => name.endsWith('_flag'))
  return {
    ...(number && chance(random, 0.8)
      ? {
          contado: {
            title: 'Contado',
            type: 'number',
            'x-scale': whole(random, 0, 4),
            'x-formula': { div: [{ pct: [number, 18] }, 7] },
          },
        }
      : {}),
    ...(number && flag && chance(random, 0.5)
      ? {
          segun: {
            title: 'Según',
            'x-type': 'money',
            'x-formula': { if: [{ [flag]: { eq: 1 } }, { max: [number, 0] }, { round: [number, 0] }] },
          },
        }
      : {}),
    ...(day && chance(random, 0.5)
      ? { vence: { title: 'Vence', type: 'string', format: 'date', 'x-formula': { add: [day, 30] } } }
      : {}),
  }
}

/** A life over one of the choices: a move on, one back, one that asks, and states that lock. */
function flowOf(
  random: Random,
  properties: { readonly [field: string]: Property },
  optional: readonly string[],
): JsonObject | null {
  const [field, property] =
    Object.entries(properties).find(
      ([, { 'x-type': type, 'x-values': values, 'x-see': see, 'x-edit': edit, 'x-require': require, 'x-set': set }]) =>
        type === 'enum' && Array.isArray(values) && values.length > 1 && !see && !edit && !require && !set,
    ) ?? []
  if (field === undefined || !property || chance(random, 0.2)) return null
  const last = String((property['x-values'] as Json[]).length - 1)
  const plain = optional.filter((name) => name !== field && !/_(password|secret|file|image|enum)$/.test(name))
  const asked = plain.find((name) => !properties[name]?.['x-set'])
  const ask = asked ? { ask: { fields: [asked], ...(chance(random, 0.5) ? { required: [asked] } : {}) } } : {}
  return {
    field,
    start: '0',
    moves: {
      seguir: { title: 'Seguir', from: ['0'], to: '1', ...(chance(random, 0.5) ? { confirm: '¿Seguro?' } : {}) },
      volver: {
        title: 'Volver',
        from: ['1'],
        to: '0',
        ...(chance(random, 0.5) ? { right: 'volver' } : {}),
        ...(chance(random, 0.5) ? { undo: 60 } : {}),
      },
      ...(last === '1' ? {} : { cerrar: { title: 'Cerrar', to: last, ...ask } }),
    },
    locked: {
      1: { edit: plain.filter(() => chance(random, 0.3)) },
      ...(last === '1' ? {} : { [last]: { remove: true } }),
    },
  } as JsonObject
}

/** Fields that belong to the values of one of the choices. */
function partsOf(
  random: Random,
  properties: { readonly [field: string]: Property },
  optional: readonly string[],
  state: Json,
): JsonObject {
  const [by, property] =
    Object.entries(properties).find(
      ([name, { 'x-type': type, 'x-values': values, 'x-set': set }]) =>
        type === 'enum' && Array.isArray(values) && !set && name !== state,
    ) ?? []
  const free = optional.filter((name) => name !== by && name !== state && !properties[name]?.['x-set'])
  if (by === undefined || !property || free.length < 2 || chance(random, 0.3)) return {}
  const [first = '', second = '', ...more] = shuffled(random, free)
  const values = (property['x-values'] as JsonObject[]).map(({ value }) => String(value))
  const required: JsonObject = chance(random, 0.5) ? { required: [first] } : {}
  return {
    'x-by': by,
    'x-parts': {
      [values.at(-1) ?? '0']: { fields: [first, ...more.slice(0, 1)], ...required },
      ...(values.length > 1 ? { [values[0] ?? '0']: [second, first] } : {}),
    },
  }
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((one) => [random(), one] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, one]) => one)
}
