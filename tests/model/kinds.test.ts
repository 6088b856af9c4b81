import { describe, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { visibleModel } from '../../src/model/visible/visible-model'
import { readAnswers } from '../../src/model/validation/asked'
import type { JsonObject } from '../../src/model/json'
import { loadModel } from '../../src/model/load'
import type { Model } from '../../src/model/model'
import { pageRoute, recordRoute } from '../../src/model/record-route'
import type { Ask } from '../../src/model/resource'
import { actorOf } from './model-fixture'

const FILES: { readonly [path: string]: JsonObject } = {
  'schemas/tongues.json': {
    title: 'Idioma',
    required: ['name'],
    'x-key': { maxLength: 2, pattern: '^[a-z]{2}$' },
    properties: { name: { type: 'string' } },
  },
  'schemas/places.json': {
    title: 'Zona',
    required: ['name'],
    'x-traits': ['tree', 'activable'],
    properties: {
      name: { type: 'string' },
      id_tongue: { 'x-type': 'ref', 'x-to': 'tongues', default: 'es' },
      reason: { type: 'string', maxLength: 5, readOnly: true },
    },
  },
  'resources/places.json': {
    route: '/places/:id_tongue',
    param: { first: 'en' },
    ask: { disable: { tone: 'danger', fields: ['reason'], required: ['reason'] } },
    detail: { tabs: ['info', { tab: 'map', screen: 'maps' }, { tab: 'far', screen: 'maps', by: 'id_place' }] },
    actions: [
      {
        id: 'count',
        on: ['list'],
        call: 'POST places/count',
        done: 'stay',
        ask: { properties: { days: { type: 'integer', maximum: 9, default: 2 } } },
      },
    ],
  },
  'schemas/items.json': { title: 'Ajeno', properties: { name: { type: 'string' } } },
  'resources/items.json': { rest: 'https://far.example/api' },
}

const { model, errors } = loadModel(
  Object.entries(FILES).map(([path, json]) => ({ path, text: JSON.stringify(json) })),
  fieldTypes,
  { widgets: [], panels: [], screens: ['maps'] },
)
const of = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not there')
  return value
}
const places = of(model.resources.places)

describe('kinds of resources', () => {
  test('load without an error, every default filled in', () => {
    expect(errors).toEqual([])
    expect(places).toMatchObject({
      route: '/places',
      param: { field: 'id_tongue', first: 'en' },
      actions: [{ on: ['list'], done: 'stay', call: { send: {} } }],
    })
    expect(places.detail.tabs).toEqual([
      { kind: 'info' },
      { kind: 'screen', id: 'map', screen: 'maps', by: 'id' },
      { kind: 'screen', id: 'far', screen: 'maps', by: 'id_place' },
    ])
  })

  test('a text id makes the id a field that people write, and references to it texts, defaults included', () => {
    const { tongues } = model.entities
    expect(tongues?.fields.id).toMatchObject({
      type: 'text',
      required: true,
      system: false,
      schema: { maxLength: 2, pattern: '^[a-z]{2}$' },
    })
    expect(tongues?.represent).toEqual([{ field: 'name' }])
    expect(model.entities.places?.fields.id_tongue).toMatchObject({ type: 'keyref', default: 'es' })
    expect(model.resources.tongues?.form.rows).toMatchObject([{ cells: [{ f: 'id' }, { f: 'name' }] }])
    expect(model.resources.tongues?.list.columns.filter(({ f }) => f === 'id')).toHaveLength(1)
  })

  test('a tree has a parent of its own kind, in its form and in no column', () => {
    expect(model.entities.places?.fields.id_parent).toMatchObject({
      type: 'ref',
      system: false,
      ref: { to: 'places', resource: 'places', onDelete: 'restrict' },
    })
    expect(JSON.stringify(places.form.rows)).toContain('id_parent')
    expect(JSON.stringify(places.list)).not.toContain('id_parent')
  })

  test('what another service keeps has its own fields and no more', () => {
    expect(Object.keys(of(model.entities.items).fields)).toEqual(['id', 'name'])
    expect(model.resources.items).toMatchObject({
      rest: 'https://far.example/api',
      export: [],
      import: null,
      detail: { tabs: [{ kind: 'info' }] },
    })
  })

  test.each([
    [undefined, '/places/en/7'],
    ['es', '/places/es/7'],
    [null, '/places/en/7'],
    ['a/b', '/places/a%2Fb/7'],
  ])('a record has its value in its address, the first one where it is not known (%s)', (value, path) => {
    expect(recordRoute(places, 7, value)).toBe(path)
  })

  test('a page opens at its first value', () =>
    expect([pageRoute(places), pageRoute(places, 'qu'), pageRoute(of(model.resources.tongues))]).toEqual([
      '/places/en',
      '/places/qu',
      '/tongues',
    ]))

  test('a tab with a screen is there for whoever sees the screen', () => {
    const tabs = (view: Model) => of(view.resources.places).detail.tabs.map(({ kind }) => kind)
    expect(tabs(visibleModel(model, actorOf({ places: 'see' })))).toEqual(['info'])
    expect(tabs(visibleModel(model, actorOf({ places: 'see', maps: 'see' })))).toEqual(['info', 'screen', 'screen'])
  })
})

describe('what is asked before a call', () => {
  const disable = of(places.asks?.disable)
  const count = of(of(places.actions[0]).ask)
  test.each<[Ask, JsonObject, JsonObject]>([
    [disable, {}, { reason: { key: 'required' } }],
    [disable, { reason: '  ' }, { reason: { key: 'required' } }],
    [disable, { reason: 'demasiado' }, { reason: { key: 'too_long', params: { max: 5 } } }],
    [disable, { reason: ' robo ', other: 1 }, {}],
    [count, { days: 10 }, { days: { key: 'max', params: { max: '9' } } }],
    [count, { days: 'x' }, { days: { key: 'type' } }],
    [count, {}, {}],
  ])('%#: is checked by its fields', (ask, input, expected) => {
    const found = readAnswers(ask, fieldTypes, input).errors
    expect(Object.keys(found)).toEqual(Object.keys(expected))
    expect(found).toMatchObject(
      Object.fromEntries(Object.entries(expected).filter(([, error]) => 'params' in (error as object))),
    )
  })

  test('is read in its canonical form, and nothing beside it', () => {
    expect(readAnswers(disable, fieldTypes, { reason: ' robo ', other: 1 }).values).toEqual({ reason: 'robo' })
  })
})
