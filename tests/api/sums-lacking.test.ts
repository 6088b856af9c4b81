import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { pointAt } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

type Sum = {
  readonly value: Json
  readonly count: number
  readonly lacking?: number
  readonly parts?: readonly (Sum & { readonly key: string | null })[]
}

oneEngine((_engine, open) => {
  let at: ServicesApp
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    const { a } = at.server.ids.companies
    const row = {
      id_client: at.id.beto ?? 0,
      id_company: a,
      id_branch: at.id.lima ?? 0,
      date_created: new Date(NOON.getTime() - 3_600_000).toISOString(),
      org_point: pointAt(-12.1, -77.03),
    }
    const [open_, hidden] = [
      { ...row, id_product: at.id.taxi ?? 0 },
      { ...row, id_product: at.id.secret ?? 0 },
    ]
    for (const price of [10.5, 20.25])
      await at.put('services', { ...open_, state: 'finalized', outcome: 'finalized', price_total: price, price_fee: 1 })
    for (const price of [100, 200, 300])
      await at.put('services', {
        ...hidden,
        state: 'finalized',
        outcome: 'finalized',
        price_total: price,
        price_fee: 1,
      })
    await at.put('services', {
      ...open_,
      state: 'canceled',
      outcome: 'canceled',
      price_total: 32.58,
      price_cancel: 4,
      price_fee: 3,
    })
  })

  const ask = async (role: RoleName, path: string, query: JsonObject = {}): Promise<JsonObject> => {
    const { status, body, text } = await at.get(role, path, query)
    expect(status, text).toBe(200)
    return body
  }
  const sumOf = async (role: RoleName, path: string, id: string, query: JsonObject = {}): Promise<Sum> => {
    const body = await ask(role, path, query)
    return (
      Array.isArray(body['items'])
        ? (body['items'] as unknown as (Sum & { id: string })[]).find((item) => item.id === id)
        : (body['dash'] as JsonObject)[id]
    ) as Sum
  }

  describe('a sum that is without what its reader may not see', () => {
    test.each([
      ['home_company', 'spent'],
      ['corp_dashboard', 'total_money'],
    ])('says in %s of how many records, and is the same as everywhere', async (path, id) => {
      expect(await sumOf('companyA', path, id)).toMatchObject({ value: 30.75, count: 5, lacking: 3 })
      expect(await sumOf('companyA', 'services/stats', 'income')).toMatchObject({ value: 30.75, count: 5, lacking: 3 })
      const { lacking, value } = await sumOf('operator', 'services/stats', 'income', {
        filters: { id_company: at.server.ids.companies.a },
      })
      expect([value, lacking]).toEqual([630.75, undefined])
    })

    test('is nothing where all of them are hidden, never 0.00', async () => {
      expect(
        await sumOf('companyA', 'services/stats', 'income', { filters: { id_product: at.id.secret ?? 0 } }),
      ).toMatchObject({ value: null, count: 3, lacking: 3 })
      expect(await sumOf('companyA', 'services/stats', 'income', { filters: { id_product: at.id.van ?? 0 } })).toEqual(
        expect.objectContaining({ value: 0, count: 0 }),
      )
    })

    test('says so in the summary, whose cancelled services count their penalty and not what they would have cost', async () => {
      const periods = async (role: RoleName, query: JsonObject = {}) =>
        ((await ask(role, 'summary', query))['dash'] as { periods: JsonObject[] }).periods[0]
      expect(await periods('companyA')).toMatchObject({
        total: { count: 6, amount: 34.75, lacking: 3 },
        finalized: { count: 5, amount: 30.75, lacking: 3 },
        on_air: { count: 0, amount: 0 },
        canceled: { count: 1, amount: 4 },
      })
      expect(await periods('operator')).toMatchObject({ total: { count: 6, amount: 634.75 }, canceled: { amount: 4 } })
      expect(await periods('operator', { earning: 1 })).toMatchObject({ total: { amount: 5 }, canceled: { amount: 0 } })
    })
  })
})
