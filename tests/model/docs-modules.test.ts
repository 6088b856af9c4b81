import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { errorText, loadModel, type SourceFile } from '../../src/model/load'
import { APPLICATION } from '../application'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/modules.md'), 'utf8')

const pieces = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json)
/** The JSON piece of the page that has this text, wherever it stands. */
const pieceWith = (mark: string): string => pieces.find((piece) => piece.includes(mark)) ?? ''
const [schema, check, parts, resource, bespoke] = [
  '"title": "Cochera"',
  '"open_lot_has_price"',
  '"x-parts": { "smtp"',
  '"title": "Cocheras"',
  '"panel": "parking-near"',
].map(pieceWith) as [string, string, string, string, string]
const [told, rates, more, stats] = [
  '"id": "full", "event": "changed"',
  '"title": "Tarifa de cochera"',
  '"x-of": "parking_rates"',
  '"stats": [',
].map(pieceWith) as [string, string, string, string]

const features = APPLICATION
const known = {
  widgets: [...features.flatMap(({ widgets = [] }) => widgets), 'parking-size'],
  panels: [...features.flatMap(({ panels = [] }) => panels), 'parking-near'],
  dialogs: features.flatMap(({ dialogs = [] }) => dialogs),
  layouts: features.flatMap(({ layouts = [] }) => layouts),
  charts: features.flatMap(({ charts = [] }) => charts),
}

test('the module of docs/modules.md loads as it is printed there', () => {
  const files = [
    { path: 'schemas/parking_lots.json', text: joined(schema, check) },
    { path: 'resources/parking_lots.json', text: joined(resource, bespoke) },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(Object.keys(model.entities.parking_lots?.fields ?? {})).toContain('price_hour')
  expect(model.resources.parking_lots?.detail.tabs.map((tab) => ('id' in tab ? tab.id : tab.kind))).toEqual([
    'info',
    'near',
    'logs',
  ])
})

test("fields of an enum's values load as they are printed there", () => {
  const text = { type: 'string' }
  const properties = {
    type: {
      'x-type': 'enum',
      'x-values': [
        { value: 'smtp', title: 'Servidor' },
        { value: 'api', title: 'Servicio' },
      ],
    },
    host: text,
    port: { type: 'integer' },
    password: { 'x-type': 'secret' },
    url: { 'x-type': 'url' },
    token: text,
  }
  const file = {
    path: 'schemas/parking_mailers.json',
    text: JSON.stringify({ title: 'Correo', ...(JSON.parse(`{${parts}}`) as object), properties }),
  }
  const { model, errors } = loadModel([...projectFiles(), file], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.entities.parking_mailers?.fields.password?.part).toEqual({ by: 'type', values: ['smtp'] })
})

test('the life of a record loads as it is printed there', () => {
  const life = pieceWith('"x-flow"')
  const { model, errors } = loadModel(
    [...projectFiles(), { path: 'schemas/parking_tickets.json', text: life }],
    fieldTypes,
    known,
  )
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_tickets?.actions.map(({ id }) => id)).toEqual(['issue', 'setPaid', 'void'])
})

test('people around a record load as they are printed there', () => {
  const people = pieceWith('"comments"')
  const text = JSON.stringify({
    ...(JSON.parse(joined(resource, bespoke)) as object),
    ...(JSON.parse(`{${people}}`) as object),
  })
  const { model, errors } = loadModel(
    [
      ...projectFiles(),
      { path: 'schemas/parking_lots.json', text: joined(schema, check) },
      { path: 'resources/parking_lots.json', text },
    ],
    fieldTypes,
    known,
  )
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_lots?.detail.tabs.map(({ kind }) => kind)).toEqual([
    'info',
    'panel',
    'comments',
    'logs',
  ])
  expect(model.entities.parking_lots?.fields.tags).toMatchObject({ type: 'tags', readOnly: true })
})

test('a long form loads as it is printed there', () => {
  const steps = pieceWith('"steps"')
  const files = [
    { path: 'schemas/parking_lots.json', text: schema },
    { path: 'resources/parking_lots.json', text: joined(resource, steps) },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_lots?.form).toMatchObject({
    in: 'page',
    layout: 'steps',
    rows: [{ group: 'lot' }, { group: 'price', icon: 'payments', rows: [{}, { group: 'map', collapsed: true }] }],
  })
})

test('a record that answers a form loads as it is printed there, and so does what forms are about', () => {
  const [answered = '', about = ''] = ['"x-form"', '"adds_to"'].map(pieceWith)
  const files = projectFiles().map((file) =>
    file.path === 'schemas/application.json'
      ? {
          ...file,
          text: JSON.stringify({ ...(JSON.parse(file.text) as object), ...(JSON.parse(`{${about}}`) as object) }),
        }
      : file,
  )
  const { model, errors } = loadModel(
    [...files, { path: 'schemas/parking_checks.json', text: answered.replace('"7"', '"2"') }],
    fieldTypes,
    known,
  )
  expect(errors.filter(({ path }) => /parking_checks|application/.test(path)).map(errorText)).toEqual([])
  expect(model.entities.parking_checks?.fields.answers?.answers).toEqual({ form: 'id_form' })
})

test('the paper of a module loads as it is printed there', () => {
  const paper = pieceWith('"print"')
  const lots = JSON.parse(schema) as { properties: object }
  const files = [
    {
      path: 'schemas/parking_lots.json',
      text: JSON.stringify({ ...lots, properties: { ...lots.properties, ...(JSON.parse(more) as object) } }),
    },
    { path: 'schemas/parking_rates.json', text: rates },
    { path: 'resources/parking_lots.json', text: joined(resource, paper) },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_lots?.print?.[0]?.blocks.map(({ kind }) => kind)).toEqual([
    'letterhead',
    'parties',
    'rows',
    'totals',
    'text',
    'qr',
  ])
})

test('a report loads as it is printed there', () => {
  const report = pieceWith('"blocks": [\n    { "id": "lots"')
  const files = [
    { path: 'schemas/parking_lots.json', text: schema },
    { path: 'resources/parking_lots.json', text: resource },
    { path: 'resources/reports/parking_report.json', text: report },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.reports.parking_report?.blocks.map(({ kind }) => kind)).toEqual(['stat', 'stat', 'table', 'rows'])
})

test('layouts of a list load as they are printed there', () => {
  const [life = '', layouts = ''] = ['"x-flow"', '"layouts": [\n'].map(pieceWith)
  const { model, errors } = loadModel(
    [
      ...projectFiles(),
      { path: 'schemas/parking_tickets.json', text: life },
      { path: 'resources/parking_tickets.json', text: layouts },
    ],
    fieldTypes,
    known,
  )
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_tickets?.list.layouts[0]).toMatchObject({
    kind: 'board',
    by: 'state',
    age: { late_s: 604_800, in: ['2'] },
  })
})

test('what else it may have loads too', () => {
  const lots = JSON.parse(schema) as { properties: object }
  const files = [
    {
      path: 'schemas/parking_lots.json',
      text: JSON.stringify({ ...lots, properties: { ...lots.properties, ...(JSON.parse(more) as object) } }),
    },
    { path: 'schemas/parking_rates.json', text: rates },
    { path: 'resources/parking_lots.json', text: joined(resource, told, stats) },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_lots?.effects?.map(({ event, channel }) => [event, channel])).toEqual([
    ['changed', 'mail'],
    ['removed', 'webhook'],
  ])
  expect(model.entities.parking_lots?.fields.rates?.children?.columns).toEqual(['name', 'price'])
})

test('a name in it that is wrong would be noticed', () => {
  const files = [
    { path: 'schemas/parking_lots.json', text: schema },
    { path: 'resources/parking_lots.json', text: resource.replace('price_hour:4', 'prize_hour:4') },
  ]
  const { errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText).join()).toContain('Did you mean "price_hour"?')
})

/** A file with the keys of further pieces of it in place of its own. */
function joined(file: string, ...more: readonly string[]): string {
  return JSON.stringify(
    Object.assign({}, JSON.parse(file) as object, ...more.map((piece) => JSON.parse(`{${piece}}`) as object)),
  )
}

function projectFiles(): SourceFile[] {
  const folders = [
    ['schemas', 'schemas'],
    ['resources', 'resources'],
    ['src/system/schemas', 'system'],
  ] as const
  return folders.flatMap(([folder, name]) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({ path: `${name}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') })),
  )
}
