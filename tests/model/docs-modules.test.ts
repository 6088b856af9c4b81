import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { errorText, loadModel, type SourceFile } from '../../src/model/load'
import { APPLICATION } from '../application'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/modules.md'), 'utf8')

/** The JSON pieces of the page in their order: schema, check, parts of an enum, resource, words, the resource's bespoke pieces, who is told, rows of a lot, further properties. */
const [schema = '', check = '', parts = '', resource = '', , bespoke = '', told = '', rates = '', more = ''] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json)

const features = APPLICATION
const known = {
  widgets: [...features.flatMap(({ widgets = [] }) => widgets), 'parking-size'],
  panels: [...features.flatMap(({ panels = [] }) => panels), 'parking-near'],
  dialogs: features.flatMap(({ dialogs = [] }) => dialogs),
}

test('the module of docs/modules.md loads as it is printed there', () => {
  const files = [
    { path: 'schemas/parking_lots.json', text: joined(schema, check) },
    { path: 'resources/parking_lots.json', text: joined(resource, bespoke) },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(Object.keys(model.entities.parking_lots?.fields ?? {})).toContain('price_hour')
  expect(model.resources.parking_lots?.detail.tabs.map((tab) => ('id' in tab ? tab.id : tab.kind))).toEqual(['info', 'near', 'logs'])
})

test('fields of an enum\'s values load as they are printed there', () => {
  const text = { type: 'string' }
  const properties = { type: { 'x-type': 'enum', 'x-values': [{ value: 'smtp', title: 'Servidor' }, { value: 'api', title: 'Servicio' }] }, host: text, port: { type: 'integer' }, password: { 'x-type': 'secret' }, url: { 'x-type': 'url' }, token: text }
  const file = { path: 'schemas/parking_mailers.json', text: JSON.stringify({ title: 'Correo', ...(JSON.parse(`{${parts}}`) as object), properties }) }
  const { model, errors } = loadModel([...projectFiles(), file], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.entities.parking_mailers?.fields.password?.part).toEqual({ by: 'type', values: ['smtp'] })
})

test('the life of a record loads as it is printed there', () => {
  const life = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => json).find((json) => json.includes('"x-flow"')) ?? ''
  const { model, errors } = loadModel([...projectFiles(), { path: 'schemas/parking_tickets.json', text: life }], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_tickets?.actions.map(({ id }) => id)).toEqual(['issue', 'setPaid', 'void'])
})

test('what else it may have loads too', () => {
  const lots = JSON.parse(schema) as { properties: object }
  const files = [
    { path: 'schemas/parking_lots.json', text: JSON.stringify({ ...lots, properties: { ...lots.properties, ...(JSON.parse(more) as object) } }) },
    { path: 'schemas/parking_rates.json', text: rates },
    { path: 'resources/parking_lots.json', text: joined(resource, told) },
  ]
  const { model, errors } = loadModel([...projectFiles(), ...files], fieldTypes, known)
  expect(errors.map(errorText)).toEqual([])
  expect(model.resources.parking_lots?.effects?.map(({ event, channel }) => [event, channel])).toEqual([['changed', 'mail'], ['removed', 'webhook']])
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

/** A file with the keys of a further piece of it in place of its own. */
function joined(file: string, piece: string): string {
  return JSON.stringify({ ...(JSON.parse(file) as object), ...(JSON.parse(`{${piece}}`) as object) })
}

function projectFiles(): SourceFile[] {
  const folders = [['schemas', 'schemas'], ['resources', 'resources'], ['src/system/schemas', 'system']] as const
  return folders.flatMap(([folder, name]) => readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'))
    .map((file) => ({ path: `${name}/${file}`, text: readFileSync(join(root, folder, file), 'utf8') })))
}
