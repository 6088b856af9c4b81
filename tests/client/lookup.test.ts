import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Http, WireRequest } from '../../src/client/provider/http'
import { createLookup } from '../../src/client/provider/lookup'
import type { Field } from '../../src/model/model'

const field: Field = {
  name: 'id_branch', entity: 'e', type: 'ref', title: 'Branch', required: false, system: false, readOnly: false, secret: false, search: false, unique: false,
  was: [], schema: {}, ref: { to: 'branches', expand: {}, onDelete: 'restrict' },
}

function lookupOver(items: readonly { id: number; label: string }[]) {
  const sent: WireRequest[] = []
  const http: Http = {
    async json(request) {
      sent.push(request)
      return { ok: true, items }
    },
    file: () => Promise.reject(new Error('not asked')),
  }
  return { sent, lookup: createLookup(http, () => null, new QueryClient()) }
}

test('the labels of a page are one call, and a label that is not there is null', async () => {
  const { sent, lookup } = lookupOver([{ id: 1, label: 'Lima' }, { id: 2, label: 'Cusco' }])
  const labels = await Promise.all([lookup.label(field, 1), lookup.label(field, 2), lookup.label(field, 1), lookup.label(field, 3)])
  expect(labels).toEqual(['Lima', 'Cusco', 'Lima', null])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ method: 'GET', path: 'branches', query: { lookup: 1, filters: { id: [1, 2, 3] }, limit: 3 } })
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
  expect(sent.map(({ query }) => query)).toEqual([{ lookup: 1, filters: { q: 'li' }, limit: 20 }, { lookup: 1, filters: {}, limit: 20 }])
})
