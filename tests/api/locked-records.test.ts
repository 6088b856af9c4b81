import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const OPEN = { state: { ne: 'paid' } }
const SCHEMAS = {
  periods: {
    title: 'Periodo',
    required: ['name'],
    'x-scope': { shared: true },
    properties: { name: { type: 'string', maxLength: 40 }, closed: { type: 'boolean', default: 0 } },
  },
  statements: {
    title: 'Liquidación',
    required: ['number'],
    'x-scope': { shared: true },
    'x-represent': '{number}',
    properties: {
      number: { type: 'string', maxLength: 20 },
      state: {
        'x-type': 'enum',
        'x-values': [
          { value: 'open', title: 'Abierta' },
          { value: 'paid', title: 'Pagada' },
        ],
        default: 'open',
        'x-edit': OPEN,
      },
      amount: { 'x-type': 'money', 'x-edit': OPEN },
      date_due: { type: 'string', format: 'date', 'x-edit': OPEN },
      notes: { type: 'string', maxLength: 80 },
      id_period: { 'x-type': 'ref', 'x-to': 'periods' },
      total: { type: 'integer', 'x-edit': { 'id_period.closed': { eq: 0 } } },
    },
  },
}

oneEngine((_engine, open) => {
  describe('a record that locks its fields', () => {
    let at: TestApp
    const save = (input: JsonObject) => at.call('root', 'POST', 'statements/create', input)
    const made = async (input: JsonObject) => (await save(input)).body.item as JsonObject
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, open })
    })

    test('is not set back, redated and emptied in one save, by a form or by another program', async () => {
      const { id = null } = await made({ number: 'L-1', amount: 100, date_due: '2026-11-01' })
      expect(await save({ id, state: 'paid' })).toMatchObject({ status: 200 })
      const back = { id, state: 'open', date_due: '2027-01-01', amount: null }
      expect(await save(back)).toMatchObject({
        status: 422,
        body: { errors: { state: expect.anything(), date_due: expect.anything(), amount: expect.anything() } },
      })
      const token = await at.tokenFor('root')
      const rest = await at.request({
        method: 'PUT',
        url: `/api/rest/statements/${String(id)}`,
        token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(back),
      })
      expect(rest.status).toBe(422)
      expect(await save({ id, notes: 'Transferencia' })).toMatchObject({
        status: 200,
        body: { item: { state: 'paid', amount: 100, date_due: '2026-11-01' } },
      })
    })

    test('is not unlocked by choosing another reference', async () => {
      const period = async (closed: number) =>
        ((await at.call('root', 'POST', 'periods/create', { name: 'P', closed })).body.item as JsonObject).id ?? null
      const [shut, free] = [await period(1), await period(0)]
      const { id = null } = await made({ number: 'L-2', id_period: free, total: 5 })
      expect(await save({ id, id_period: shut })).toMatchObject({ status: 200 })
      expect(await save({ id, id_period: free, total: 6 })).toMatchObject({
        status: 422,
        body: { errors: { total: expect.anything() } },
      })
      expect(await save({ id, id_period: free })).toMatchObject({ status: 200 })
      expect(await save({ id, total: 6 })).toMatchObject({ status: 200 })
    })
  })
})
