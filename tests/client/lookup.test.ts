import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Http, WireRequest } from '../../src/client/provider/http'
import { createLookup } from '../../src/client/provider/lookup'
import type { Field } from '../../src/model/field'
import type { JsonObject } from '../../src/model/json'

const field: Field = {
  name: 'id_branch',
  entity: 'e',
  type: 'ref',
  title: 'Branch',
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: {},
  ref: { to: 'branches', expand: {}, onDelete: 'restrict' },
}

function lookupOver(
  items: readonly { id: number; label: string; values?: JsonObject }[],
  recent: readonly number[] = [],
) {
  const sent: WireRequest[] = []
  const kept: (number | string)[] = []
  const http: Http = {
    async json<Answer>(request: WireRequest) {
      sent.push(request)
      const { filters, limit } = request.query as { filters: { id?: readonly number[] }; limit: number }
      const found = items.filter(({ id }) => !filters.id || filters.id.map(Number).includes(id))
      const answer: JsonObject = { ok: true, items: found.slice(0, limit) as unknown as JsonObject[] }
      return answer as Answer
    },
    shell: () => Promise.reject(new Error('not asked')),
    of: () => Promise.reject(new Error('not asked')),
    file: () => Promise.reject(new Error('not asked')),
    upload: () => Promise.reject(new Error('not asked')),
  }
  const choices = { of: () => recent, keep: (_endpoint: string, id: number | string) => void kept.push(id) }
  return { sent, kept, lookup: createLookup(http, () => null, new QueryClient(), choices) }
}

test('the labels of a page are one call, and a label that is not there is null', async () => {
  const { sent, lookup } = lookupOver([
    { id: 1, label: 'Lima' },
    { id: 2, label: 'Cusco' },
  ])
  const labels = await Promise.all([
    lookup.label(field, 1),
    lookup.label(field, 2),
    lookup.label(field, 1),
    lookup.label(field, 3),
  ])
  expect(labels).toEqual(['Lima', 'Cusco', 'Lima', null])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    method: 'GET',
    path: 'branches',
    query: { lookup: 1, filters: { id: [1, 2, 3] }, limit: 3, for: 'e.id_branch' },
  })
})

test('an id that an address brings as text has its label too', async () => {
  const { lookup } = lookupOver([{ id: 178, label: 'Cinthia' }])
  expect(await lookup.label(field, '178')).toBe('Cinthia')
})

test('a label once read is not asked again', async () => {
  const { sent, lookup } = lookupOver([{ id: 1, label: 'Lima' }])
  await lookup.label(field, 1)
  await lookup.label(field, 1)
  expect(sent).toHaveLength(1)
})

test('a search sends the text trimmed, or nothing when there is none', async () => {
  const { sent, lookup } = lookupOver([{ id: 1, label: 'Lima' }])
  expect(await lookup.search(field, '  li ', 20)).toEqual([{ id: 1, label: 'Lima' }])
  await lookup.search(field, ' ', 20)
  expect(sent.map(({ query }) => query)).toEqual([
    { lookup: 1, filters: { q: 'li' }, limit: 20, for: 'e.id_branch' },
    { lookup: 1, filters: {}, limit: 20, for: 'e.id_branch' },
  ])
})

const cities = Array.from({ length: 30 }, (_city, index) => ({ id: index + 1, label: `Ciudad ${index + 1}` }))

test('what was chosen lately comes first, from further down than one answer reaches too', async () => {
  const { sent, lookup } = lookupOver(cities, [25, 3, 99])
  const found = await lookup.search(field, '', 10)
  expect(found.slice(0, 3)).toEqual([{ ...cities[24], recent: true }, { ...cities[2], recent: true }, cities[0]])
  expect(found.map(({ id }) => id)).toEqual([25, 3, 1, 2, 4, 5, 6, 7, 8, 9, 10])
  expect(sent).toHaveLength(2)
})

test('a search by text, and a catalogue seen at a glance, keep their own order', async () => {
  const { lookup } = lookupOver(cities, [25])
  expect((await lookup.search(field, 'ciudad', 10))[0]?.id).toBe(1)
  const { lookup: small, sent } = lookupOver(cities.slice(0, 5), [3])
  expect((await small.search(field, '', 100)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(sent).toHaveLength(1)
})

const dependent: Field = {
  ...field,
  ref: {
    to: 'branches',
    expand: {},
    onDelete: 'restrict',
    choices: { operand: { kind: 'field', field: 'id_city' }, op: 'eq', value: { kind: 'form', field: 'id_town' } },
  },
}

test('choices that depend on the form are asked with what they depend on, in a filter for all of them', async () => {
  const { sent, lookup } = lookupOver(cities)
  await lookup.search(dependent, '', 100, { form: { id_town: 4, secret: 'x' } })
  await lookup.fitting(dependent, [7], { id_town: null })
  await lookup.search(dependent, '', 500)
  expect(sent.map(({ query }) => [query?.['for'], query?.['form']])).toEqual([
    ['e.id_branch', { id_town: 4 }],
    ['e.id_branch', { id_town: null }],
    ['e.id_branch', undefined],
  ])
})

test('the only choice is told as such, asked once by all who ask at once', async () => {
  const { sent, lookup } = lookupOver(cities.slice(0, 1))
  expect(await Promise.all([lookup.sole(field, {}), lookup.sole(field, {})])).toEqual([cities[0], cities[0]])
  expect(sent).toHaveLength(1)
  expect(await lookupOver(cities.slice(0, 2)).lookup.sole(field, {})).toBeNull()
  expect(await lookupOver([]).lookup.sole(field, {})).toBeNull()
})

test('what rules look at in a chosen record is asked for the reference that asks, and nothing else is kept of it', async () => {
  const { sent, lookup } = lookupOver([
    { id: 1, label: 'Lima', values: { hide_price: 1 } },
    { id: 2, label: 'Cusco' },
  ])
  expect(await lookup.find(field, 1)).toEqual({ hide_price: 1 })
  expect(await lookup.find(field, 2)).toEqual({})
  expect(sent[0]).toMatchObject({ path: 'branches', query: { lookup: 1, filters: { id: [1] }, for: 'e.id_branch' } })
})
