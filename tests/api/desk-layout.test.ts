import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { personApp, type Person } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const PATH = 'desk/layout'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let names = 0
  const operator = (rights: { readonly [module: string]: 'see' } = { dispatcher: 'see' }) =>
    personApp(at, `mesa${names++}`, { type_user: '1' }, { name: `Mesa ${names}`, rights })
  const layout = async (person: Person) => {
    const { status, body, text } = await person.get(PATH)
    expect(status, text).toBe(200)
    return body['layout']
  }
  const keep = async (person: Person, change: JsonObject) => {
    const { status, body, text } = await person.post(PATH, { change })
    expect(status, text).toBe(200)
    return body['layout']
  }

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  test('a desk is kept by what is named, so two windows keep what each of them changed', async () => {
    const one = await operator()
    expect(await layout(one)).toEqual({})
    expect(await keep(one, { open: true, dock: 'beside', kinds: ['late'], sound: false })).toEqual({
      open: true,
      dock: 'beside',
      kinds: ['late'],
      sound: false,
    })
    expect(await keep(one, { zones: true, kinds: [], hidden: ['operator'] })).toEqual({
      open: true,
      dock: 'beside',
      kinds: [],
      sound: false,
      zones: true,
      hidden: ['operator'],
    })
    expect(await layout(one)).toEqual({
      open: true,
      dock: 'beside',
      kinds: [],
      sound: false,
      zones: true,
      hidden: ['operator'],
    })
  })

  test('two windows that change at once keep both', async () => {
    const one = await operator()
    await Promise.all([keep(one, { zones: true }), keep(one, { sound: false }), keep(one, { under_px: 300 })])
    expect(await layout(one)).toEqual({ zones: true, sound: false, under_px: 300 })
  })

  test('everybody has their own, and nobody is asked whose', async () => {
    const [one, two] = [await operator(), await operator()]
    await keep(one, { zones: true })
    expect(await layout(two)).toEqual({})
    const { status } = await two.post(PATH, { change: { offline: true }, id_user: one.id })
    expect([200, 422]).toContain(status)
    expect(await layout(one)).toEqual({ zones: true })
    const { body } = await two.get(PATH, { id_user: one.id })
    expect(body['layout'] ?? {}).not.toHaveProperty('zones')
  })

  test.each<[string, JsonObject]>([
    ['a switch that is a word', { zones: 'yes' }],
    ['an edge below nothing', { under_px: -1 }],
    ['an edge out of every screen', { beside_px: 1e6 }],
    ['part of a pixel', { under_px: 1.5 }],
    ['what nobody knows', { colour: 'red' }],
    ['a long word', { sort: 'x'.repeat(41) }],
    ['a list without end', { hidden: Array.from({ length: 41 }, () => 'id') }],
    ['a branch that is no number', { branches: ['Lima'] }],
  ])('%s is refused, and nothing is kept', async (_name, change) => {
    const one = await operator()
    await keep(one, { zones: true })
    expect((await one.post(PATH, { change: { ...change, offline: true } })).status).toBe(422)
    expect(await layout(one)).toEqual({ zones: true })
  })

  test('is for who sees the dispatcher', async () => {
    const clerk = await operator({})
    expect((await clerk.get(PATH)).status).toBe(403)
    expect((await clerk.post(PATH, { change: { zones: true } })).status).toBe(403)
    expect((await at.server.call(null, 'GET', PATH)).status).toBe(401)
  })
})
