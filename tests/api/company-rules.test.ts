import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { unansweredJob } from '../../custom/services/server/validate/unanswered-job'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let now = NOON
  let eva: Person
  let area = 0
  const db = () => at.server.database.db
  const company = () => at.server.ids.companies.a
  const book = (more: JsonObject = {}, by: Person = eva) =>
    by.post('dispatcher/create', { id_client: by.id, id_product: at.id['taxi']!, id_payment: at.id['credit']!, stops: [...at.stops], idempotency: `rules-${Math.random()}`, ...more })
  const errorOf = async (more: JsonObject = {}, by: Person = eva) => ((await book(more, by)).body['errors'] as JsonObject | undefined)?.['id_client']
  const set = (table: 'users' | 'company_areas', id: number, row: object) => at.server.database.transaction((tx) => tx.updateTable(table).set(row).where('id', '=', id).execute())
  const stateOf = async (id: unknown) => (await db().selectFrom('services').select('state').where('id', '=', Number(id)).executeTakeFirstOrThrow())['state']

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    await at.server.database.transaction((tx) => tx.updateTable('roles').set({ name: 'Administrador de empresa' })
      .where('id', 'in', tx.selectFrom('users').select('id_role').where('id', '=', at.server.ids.users.companyA)).execute())
    // Where no product hides its price, the sums are said.
    await at.server.database.transaction((tx) => tx.updateTable('products').set({ hide_price: false }).where('id', '=', at.id['secret']!).execute())
    at.server.runtime.changed('products')
    area = await at.put('company_areas', { id_company: company(), name: 'Ventas' })
    eva = await personApp(at, 'eva', { type_user: '3', id_company: company(), id_company_area: area }, { name: 'Empleada', rights: { dispatcher: 'edit', actives: 'see' } })
  })

  describe('the administrator of a company', () => {
    test('makes areas and cost centres of their company, and says what one person and one area may spend', async () => {
      await at.server.database.transaction((tx) => tx.updateTable('companies').set({ use_cecos: true }).where('id', '=', company()).execute())
      const made = await at.call('companyA', 'company_areas/create', { name: 'Almacén', spending_limit: '500', ride_limit: '40' })
      expect(made.status, made.text).toBe(200)
      const ceco = await at.call('companyA', 'company_cecos/create', { name: 'CC-100' })
      expect(ceco.status, ceco.text).toBe(200)
      for (const [table, { body }] of [['company_areas', made], ['company_cecos', ceco]] as const) {
        expect((await db().selectFrom(table).select('id_company').where('id', '=', Number(body['id'])).executeTakeFirstOrThrow())['id_company']).toBe(company())
      }
      const limited = await at.call('companyA', 'clients/create', { id: eva.id, spending_limit: '300' })
      expect(limited.status, limited.text).toBe(200)
      expect(Number((await db().selectFrom('users').select('spending_limit').where('id', '=', eva.id).executeTakeFirstOrThrow())['spending_limit'])).toBe(300)
      await set('users', eva.id, { spending_limit: null })
    })
  })

  describe.each([['a person', 'users', 'esta persona'], ['an area', 'company_areas', 'área']] as const)('a limit of %s', (_of, table, word) => {
    const id = () => (table === 'users' ? eva.id : area)

    test('holds for each ride and for the month, also for two bookings at once, and says what is left', async () => {
      const first = await book()
      expect(first.status, first.text).toBe(200)
      const price = Number((first.body['item'] as JsonObject)['price_total'])
      await set(table, id(), { ride_limit: price - 1 })
      expect(await errorOf()).toMatch(new RegExp(`${word}.*hasta|hasta`))
      await set(table, id(), { ride_limit: price })
      const { rows } = await at.server.database.transaction((tx) => tx.selectFrom('services').select(({ fn }) => fn.sum('price_total').as('spent'))
        .where(table === 'users' ? 'id_client' : 'id_company_area', '=', id()).where('date_scheduled', 'is', null).execute().then((rows) => ({ rows })))
      await set(table, id(), { spending_limit: Number(rows[0]?.['spent']) + price * 1.5 })
      const two = await Promise.all([book(), book()])
      expect(two.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(await errorOf()).toMatch(new RegExp(`${word}.*quedan`))
      // Four fifths were passed: noted once in the month, for the notice.
      expect((await db().selectFrom(table).select('spending_warned').where('id', '=', id()).executeTakeFirstOrThrow())['spending_warned']).toBe('2026-11')
      // The month after has its own.
      expect((await book({ scheduled: 1, scheduled_dates: ['2026-12-05T15:00:00.000Z'] })).status).toBe(200)
      await set(table, id(), { spending_limit: null, ride_limit: null })
    })
  })

  describe('a ride that its company is asked about', () => {
    test('says until when it can be answered, and is called off without a cost once nobody has', async () => {
      await set('users', eva.id, { requires_validation: true })
      const asked = await book({ scheduled: 1, scheduled_dates: ['2026-11-25T15:00:00.000Z'] })
      const id = (asked.body['item'] as JsonObject)['id']
      const row = async () => (await at.get('companyA', 'service_validations', { filters: { id_service: Number(id) } })).body['items'] as JsonObject[]
      expect((await row())[0]).toMatchObject({ state: 'pending', date_deadline: '2026-11-25T15:00:00.000Z' })
      const soon = await book()
      const work = () => unansweredJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })
      await work()
      expect([await stateOf(id), await stateOf((soon.body['item'] as JsonObject)['id'])]).toEqual(['created', 'created'])
      now = new Date(NOON.getTime() + 61 * 60_000)
      await work()
      expect([await stateOf(id), await stateOf((soon.body['item'] as JsonObject)['id'])]).toEqual(['created', 'canceled'])
      now = new Date('2026-11-25T15:01:00.000Z')
      await work()
      now = NOON
      expect([await stateOf(id), (await row())[0]?.['state']]).toEqual(['canceled', 'expired'])
      expect(Number((await db().selectFrom('services').select('price_cancel').where('id', '=', Number(id)).executeTakeFirstOrThrow())['price_cancel'] ?? 0)).toBe(0)
      expect((await at.call('companyA', `service_validations/${Number((await row())[0]?.['id'])}/approve`, {})).status).toBe(409)
      // Who was to answer had a mail with the moment in it, and the client is told what became of it.
      const told = await db().selectFrom('deliveries').select(['effect', 'channel', 'id_user', 'body']).where('entity', '=', 'service_validations').execute()
      const of = (effect: string) => told.filter((one) => String(one['effect']).endsWith(effect))
      expect(of('asked_mail').map(({ channel, body }) => [channel, String(body).includes('Respóndalo hasta')])).toEqual([['mail', true], ['mail', true]])
      expect(of('expired').map(({ channel, id_user }) => [channel, id_user])).toEqual([['notice', eva.id], ['notice', eva.id]])
      await set('users', eva.id, { requires_validation: false })
    })
  })
})
