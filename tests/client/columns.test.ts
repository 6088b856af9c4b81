import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shownColumns } from '../../src/client/resource/columns'
import { explainColumn } from '../../src/client/resource/explain/explain-column'
import { eachOnce } from '../../src/client/resource/list/preferences'
import { linkColumn } from '../../src/client/resource/list/Row'
import { fieldBehind } from '../../src/model/row-keys'
import { resourceOfRef } from '../../src/client/provider/paths'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { libraryModel } from '../model/model-fixture'

const model = libraryModel()
const books = model.resources.books!
const entity = model.entities.books!

describe('columns', () => {
  test('a name that a reference brings is drawn as the field it comes from, under its own name', () => {
    expect(fieldBehind(model, entity, 'sh_name')).toMatchObject({
      field: { name: 'sh_name', type: 'text' },
      from: { name: 'id_shelf' },
    })
    expect(fieldBehind(model, entity, 'nobody')).toBeNull()
  })
  test("have their type's cell, unless a feature brings a widget of the name that metadata gives", () => {
    const Cell = () => null
    const features = [{ name: 'maps', widgets: { map: { Cell } } }]
    const [title, place] = shownColumns(
      [{ f: 'title' }, { f: 'place', widget: 'map' }, { f: 'gone' }],
      books,
      model,
      (f) => f.toUpperCase(),
      features,
    )
    expect(title).toMatchObject({ f: 'title', label: 'TITLE', sortable: true, badge: false })
    expect(place).toMatchObject({ Cell, sortable: false })
  })
})

test('a reference leads to the resource it names, else to the one named as its entity', () => {
  expect(resourceOfRef(model, entity.fields.id_owner!)?.name).toBe('readers')
  expect(resourceOfRef(model, entity.fields.id_shelf!)?.name).toBe('shelves')
  expect(resourceOfRef(model, entity.fields.title!)).toBeUndefined()
})

test('what the specification says of lists and tabs: the activity of services and orders whole, imports where rows belong to a record, what is told of a session', async () => {
  const { resources } = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
  const lines = ['actives', 'services', 'review_services', 'orders'].map(
    (name) => resources[name]?.detail.tabs.flatMap((tab) => (tab.kind === 'logs' ? tab.lines : []))[0],
  )
  expect(lines).toEqual([999, 999, 999, 999])
  const tabs = Object.values(resources).flatMap(({ name, detail }) =>
    detail.tabs.flatMap((tab) =>
      tab.kind === 'resource' && resources[tab.resource]?.import ? [`${name}/${tab.id}`] : [],
    ),
  )
  expect(tabs).toEqual(
    expect.arrayContaining([
      'companies/areas',
      'companies/cecos',
      'companies/users',
      'stores/category_articles',
      'stores/articles',
      'type_stores/categories',
    ]),
  )
  expect(resources['sessions']?.list.columns.map(({ f }) => f)).toEqual([
    'id_user',
    'platform',
    'device_brand',
    'device_model',
    'os_version',
    'app_version_code',
    'language',
    'os',
    'state',
    'last_activity',
  ])
})

test('every list of the application has a way into its records that hides no link', async () => {
  const application = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
  const lost = Object.values(application.resources).filter((resource) => {
    const columns = shownColumns(resource.list.columns, resource, application, (f) => f, [])
    const way = columns[linkColumn(columns)]
    return columns.length > 0 && (!way || way.view.leads === true || way.from !== undefined)
  })
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('the way into a record is its name, else its number, else a date, else a mark, never what leads elsewhere', () => {
  const columns = (...names: readonly string[]) =>
    shownColumns(
      names.map((f) => ({ f })),
      books,
      model,
      (f) => f,
      [],
    )
  const way = (...names: readonly string[]): string | undefined => {
    const shown = columns(...names)
    return shown[linkColumn(shown)]?.f
  }
  expect(way('id_shelf', 'id', 'title')).toBe('title')
  expect(way('id_shelf', 'sh_name', 'id')).toBe('id')
  expect(way('id_shelf', 'state', 'lent')).toBe('lent')
  expect(way('id_shelf', 'state')).toBe('state')
  expect(way('id_shelf', 'sh_name')).toBeUndefined()
})

test('a column is chosen from once, though the details name it and every list has it', () => {
  const shown = shownColumns(
    ['title', 'id', 'state', 'id'].map((f) => ({ f })),
    books,
    model,
    (f) => f,
    [],
  )
  expect(eachOnce(shown).map(({ f }) => f)).toEqual(['title', 'id', 'state'])
})

test("what an order's ride came to is explained as the ride's own total, to who opens rides", async () => {
  const whole = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
  const orders = whole.resources['orders']!
  const [own, ride] = shownColumns([{ f: 'price_total' }, { f: 'co_price' }], orders, whole, (f) => f, [])
  const rights: { readonly [module: string]: { readonly see: boolean; readonly edit: boolean } } = {
    services: { see: true, edit: false },
  }
  const of = (right: boolean) => ({
    actor: { root: false, rights: right ? rights : {} },
    model: whole,
    resource: orders,
  })
  const order = { id: 7, price_total: 40, id_service: 12, co_price: 9.5 }
  const path = 'ledger/explain'
  expect(explainColumn(own!, order, of(false))).toEqual({ path, resource: 'orders', id: 7, field: 'price_total' })
  expect(explainColumn(ride!, order, of(true))).toEqual({ path, resource: 'services', id: 12, field: 'price_total' })
  expect([
    explainColumn(ride!, order, of(false)),
    explainColumn(ride!, { ...order, co_price: null }, of(true)),
    explainColumn(ride!, { ...order, id_service__closed: true }, of(true)),
  ]).toEqual([null, null, null])
})
