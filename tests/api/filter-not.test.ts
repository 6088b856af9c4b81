import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const schemas = {
  firms: {
    title: 'Firma',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 40 } },
  },
  guests: {
    title: 'Invitado',
    required: ['name'],
    'x-represent': '{name}',
    properties: {
      name: { type: 'string', maxLength: 40 },
      phone: { 'x-type': 'phone' },
      id_firm: { 'x-type': 'ref', 'x-to': 'firms' },
      born: { type: 'string', format: 'date' },
      kind: {
        'x-type': 'enum',
        'x-values': [
          { value: 'a', title: 'A' },
          { value: 'b', title: 'B' },
        ],
      },
    },
  },
}

oneEngine((_engine, open) => {
  let at: TestApp
  let firm = 0
  beforeAll(async () => {
    at = await testApp({ open, schemas, resources: { guests: { filters: ['name', 'phone', 'id_firm', 'kind'] } } })
    firm = Number((await at.call('root', 'POST', 'firms/create', { name: 'Uno' })).body.id)
    const guests: readonly JsonObject[] = [
      { name: 'Ana', phone: '999111222', id_firm: firm, kind: 'a', born: '1990-05-01' },
      { name: 'Eva', kind: 'b' },
      { name: 'Luz', phone: '999333444' },
    ]
    for (const guest of guests) {
      const { status, text } = await at.call('root', 'POST', 'guests/create', guest)
      expect(status, text).toBe(200)
    }
  })
  afterAll(() => at?.close())
  const found = async (filters: { readonly [key: string]: Json }) => {
    const { status, body, text } = await at.call('root', 'GET', 'guests', { filters, order_col: 'name' })
    expect(status, text).toBe(200)
    return (body.items as readonly { name: string }[]).map(({ name }) => name)
  }

  test('who has no phone, and who has one, is found by a filter', async () => {
    expect([await found({ phone: { isNull: true } }), await found({ phone: { isNull: false } })]).toEqual([
      ['Eva'],
      ['Ana', 'Luz'],
    ])
    expect(await found({ id_firm: { isNull: true } })).toEqual(['Eva', 'Luz'])
  })

  test('what is not some value is any other, and none', async () => {
    expect(await found({ id_firm: { not: firm } })).toEqual(['Eva', 'Luz'])
    expect(await found({ kind: { not: ['a'] } })).toEqual(['Eva', 'Luz'])
    expect(await found({ kind: { not: ['a', 'b'] } })).toEqual(['Luz'])
    expect(await found({ name: { not: 'v' } })).toEqual(['Ana', 'Luz'])
    expect(await found({ kind: { not: 'a' }, phone: { isNull: false } })).toEqual(['Luz'])
  })

  test('what cannot be meant is refused', async () => {
    for (const not of [null, { gte: 1 }])
      expect((await at.call('root', 'GET', 'guests', { filters: { kind: { not } } })).status).toBe(400)
    expect((await at.call('root', 'GET', 'guests', { filters: { nobody: { not: 1 } } })).status).toBe(400)
  })
})
