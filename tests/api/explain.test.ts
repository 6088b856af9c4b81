import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ExplainedSection } from '../../src/model/explain-call'
import type { JsonObject } from '../../src/model/json'
import { EXPLAINED } from '../../custom/explain/server'
import { finishFare } from '../../custom/services/server'
import { creditWallet } from '../../custom/wallets/server'
import { eachEngine } from '../engines'
import type { Answer } from './fixture-app'
import { personApp, type Person } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-16', date_to: '2026-11-21' }

eachEngine((_engine, open) =>
  describe('"explain this amount"', () => {
    let at: ServicesApp
    let luis: Person
    let ride = 0
    let statement = 0
    beforeAll(async () => {
      at = await servicesApp(open, () => NOON)
      await at.call('root', 'app_driver/save', {
        app_driver_wallet_enabled: 1,
        app_driver_wallet_commission: 1,
        app_driver_wallet_block_amount: 0,
      })
      const plain = await at.put('subscriptions', { name: 'Estándar', fee_amount: '1', fee_percentage: '12.5' })
      luis = await personApp(
        at,
        'Luis',
        { type_user: '2', id_subscription: plain },
        { name: 'Conductor', rights: { liquidations: 'see', wallets: 'see', billable_items: 'see' } },
      )
      ride = await ended('cash')
      await ended('credit')
      const { body } = await at.call('root', 'liquidations/generate', { ...WEEK, id_drivers: [luis.id] })
      statement = (body['drafts'] as readonly { readonly id: number }[])[0]?.id ?? 0
      expect(await at.call('root', 'liquidations/issue', { id: statement })).toMatchObject({ status: 200 })
    })
    const ended = async (paid: 'cash' | 'credit'): Promise<number> => {
      const { id } = await at.make()
      await at.server.database.transaction(async (tx) => {
        await tx
          .updateTable('services')
          .set({ id_payment: at.id[paid], id_driver: luis.id, state: 'started', date_started: '2026-11-21T16:40:00Z' })
          .where('id', '=', id)
          .execute()
        await finishFare(tx, {
          id_service: id,
          by: { mover: 'operator', id_user: null, platform: 'web' },
          now: NOON,
          settings: {},
          tolls: [{ name: 'Peaje', price: 3.5 }],
        })
        await tx.updateTable('services').set({ review: 'done' }).where('id', '=', id).execute()
      })
      return id
    }
    const ask = (
      resource: string,
      id: number,
      field: string,
      who: (path: string, input: JsonObject) => Promise<Answer> = (path, input) => at.get('root', path, input),
    ) => who('ledger/explain', { resource, id, field })
    const told = async (
      ...asked: Parameters<typeof ask>
    ): Promise<{
      readonly amount: number
      readonly sections: { readonly [title: string]: ExplainedSection['lines'] }
    }> => {
      const { status, body, text } = await ask(...asked)
      expect(status, text).toBe(200)
      return {
        amount: Number(body['amount']),
        sections: Object.fromEntries(
          (body['sections'] as readonly ExplainedSection[]).map(({ title, lines }) => [title, lines]),
        ),
      }
    }
    const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> =>
      (await query.execute(at.server.database.db)).rows[0] as T
    const sumOf = (lines: ExplainedSection['lines'] = []): number =>
      lines.filter(({ sum }) => !sum).reduce((all, { amount = 0 }) => all + Math.round(amount * 100), 0) / 100
    const movement = async (): Promise<number> =>
      Number(
        (
          await one(
            sql<{ readonly id: number }>`select id from wallets where id_service = ${ride} and kind = 'commission'`,
          )
        ).id,
      )

    test('of a ride tells its fare line by line, the version of its tariff, its commission, and what it wrote into the books', async () => {
      const { amount, sections } = await told('services', ride, 'price_total')
      const kept = await one(
        sql<{
          readonly total: number
          readonly fee: number
          readonly version: number
        }>`select price_total::float8 as total, price_fee::float8 as fee, f.id_tarif_version::integer as version
          from services s join fares f on f.id = s.id_fare where s.id = ${ride}`,
      )
      expect([amount, sumOf(sections['Cálculo del precio'])]).toEqual([kept.total, kept.total])
      expect(sections['Cálculo del precio']).toEqual(
        expect.arrayContaining([expect.objectContaining({ text: 'Peaje', amount: 3.5 })]),
      )
      expect(sections['Tarifa']).toEqual([
        expect.objectContaining({
          text: expect.stringContaining(`Normal, versión ${kept.version}`),
          path: `/tarifs/${at.id['tarif']}`,
        }),
      ])
      expect(sections['En los libros']?.filter(({ inner }) => !inner)).toHaveLength(2)
      const toll = await told('services', ride, 'price_toll')
      expect([toll.amount, Object.keys(toll.sections)]).toEqual([3.5, ['Cálculo del precio', 'Tarifa']])
      const fee = await told('services', ride, 'price_fee')
      expect([fee.amount, sumOf(fee.sections['Comisión'])]).toEqual([kept.fee, kept.fee])
      expect(fee.sections['Comisión']).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ text: 'Suscripción Estándar' }),
          expect.objectContaining({ text: 'Comisión fija', amount: 1 }),
          expect.objectContaining({ text: expect.stringContaining('12.5\u00a0%') }),
        ]),
      )
      const driver = await told('services', ride, 'price_driver')
      expect(sumOf(driver.sections['Reparto'])).toBe(driver.amount)
    })

    test('of a movement that nobody has approved says that it moves nothing', async () => {
      await at.call('root', 'wallets/recharge', { id_user: luis.id, amount: 10 })
      const { id } = await one(sql<{ readonly id: number }>`select max(id)::integer as id from wallets`)
      expect((await told('wallets', id, 'amount')).sections).toEqual({
        'De qué se compone': [{ text: 'Sin aprobar no mueve nada.' }],
      })
    })

    test('of a statement, an item and a movement adds up to it, with the entries behind it', async () => {
      const { amount, sections } = await told('liquidations', statement, 'amount')
      expect(sumOf(sections['Líneas'])).toBe(amount)
      const postings = sections['En los libros']?.filter(({ inner }) => inner) ?? []
      expect([postings.length > 2, sumOf(postings)]).toEqual([true, 0])
      expect(sections['En los libros']?.[0]).toMatchObject({
        text: expect.stringContaining('Partida facturable'),
        path: expect.stringMatching(/^\/ledger_entries\/\d+$/),
      })
      expect(
        (await told('liquidations', statement, 'balance_after')).sections['De qué se compone']?.at(-1),
      ).toMatchObject({
        sum: true,
        amount: Number(
          (await at.get('root', `liquidations/${statement}`)).body['item'] &&
            ((await at.get('root', `liquidations/${statement}`)).body['item'] as JsonObject)['balance_after'],
        ),
      })
      const id_item = Number(
        (
          await one(
            sql<{
              readonly id: number
            }>`select id from billable_items where id_service = ${ride} and kind = 'commission'`,
          )
        ).id,
      )
      const item = await told('billable_items', id_item, 'amount')
      expect(item.sections['Comisión']?.at(-1)).toMatchObject({ sum: true, amount: -item.amount })
      const taken = await told('wallets', await movement(), 'amount')
      expect([Object.keys(taken.sections), sumOf(taken.sections['En los libros'])]).toEqual([
        ['De', 'Comisión', 'En los libros'],
        0,
      ])
      const balance = await told('wallets', await movement(), 'balance')
      expect(sumOf(balance.sections['De qué se compone'])).toBe(balance.amount)
      expect((await told('drivers', luis.id, 'wallet_balance')).sections['En los libros']?.length).toBeGreaterThan(0)
    })

    test('of an invoice tells base, tax, payments and lines', async () => {
      const id_company = at.server.ids.companies.a
      await at.put('services', {
        id_client: at.id['beto'],
        id_product: at.id['taxi'],
        id_payment: at.id['credit'],
        id_company,
        id_driver: luis.id,
        state: 'finalized',
        outcome: 'finalized',
        date_finalized: '2026-11-18T15:00:00Z',
        price_total: '118',
        price_driver: '100',
        price_fee: '18',
        price_tax: '0',
      })
      const { body } = await at.call('root', 'invoices/generate', {
        ...WEEK,
        by: 'company',
        detail: 'services',
        parties: [{ id_company, id_part: null }],
      })
      const id = (body['drafts'] as readonly { readonly id: number }[])[0]?.id ?? 0
      expect((await at.call('root', 'invoices/issue', { id })).status).toBe(200)
      const { amount, sections } = await told('invoices', id, 'total')
      expect([amount, sumOf(sections['De qué se compone'])]).toEqual([118, 118])
      // Their own people are told of their own account, and nothing of what the house keeps.
      const own = await told('invoices', id, 'total', (path, input) => at.get('companyA', path, input))
      expect(own.sections['En los libros']?.filter(({ inner }) => inner)).toEqual([
        expect.objectContaining({ text: 'Por cobrar a empresa · Empresa A', amount: -118 }),
      ])
      expect(own.sections['En los libros']?.some(({ path }) => path !== undefined)).toBe(false)
      expect((await ask('invoices', id, 'total', (path, input) => at.get('companyB', path, input))).status).toBe(404)
      // A part that was paid leads to its payment, its day written as everywhere.
      const part = { id_invoice: id, amount: 18, date_paid: '2026-11-20', method: 'transfer' }
      expect((await at.call('root', 'invoice_payments/create', part)).status).toBe(200)
      expect((await told('invoices', id, 'paid')).sections['De qué se compone']).toEqual([
        { text: '20/11/2026', amount: 18, path: expect.stringMatching(/^\/invoice_payments\/\d+$/) },
      ])
    })

    test('is there for every amount whose schema says that it is', () => {
      const { entities } = at.server.runtime.model()
      const said = Object.values(entities).filter(({ fields }) =>
        Object.values(fields).some(({ schema }) => schema['x-explain'] === 'ledger/explain'),
      )
      expect(said.map(({ name }) => name).sort()).toEqual(Object.keys(EXPLAINED).sort())
    })

    test('is told to whom the amount is, and no more than is theirs', async () => {
      const service = await at.put('services', {
        id_client: at.id['beto'],
        id_product: at.id['taxi'],
        id_payment: at.id['credit'],
        id_company: at.server.ids.companies.a,
        id_driver: luis.id,
        state: 'finalized',
        outcome: 'finalized',
        date_finalized: '2026-11-19T15:00:00Z',
        price_total: '20',
        price_driver: '16',
        price_fee: '4',
        price_tax: '0',
      })
      const own = await told('services', service, 'price_total', (path, input) => at.get('companyA', path, input))
      expect(JSON.stringify(own.sections)).not.toMatch(/Comisión|Conductor|Para la central/)
      for (const field of ['price_fee', 'price_driver'])
        expect(
          (await ask('services', service, field, (path, input) => at.get('companyA', path, input))).status,
          field,
        ).toBe(404)
      expect(
        (await ask('services', service, 'price_total', (path, input) => at.get('companyB', path, input))).status,
      ).toBe(404)
      expect(
        (await ask('services', service, 'price_total', (path, input) => at.get('none', path, input))).status,
      ).not.toBe(200)
      // A driver: their own account of their own movement and statement, and their commission.
      const mine = await told('wallets', await movement(), 'amount', luis.get)
      expect(mine.sections['En los libros']?.filter(({ inner }) => inner)).toEqual([
        expect.objectContaining({ text: expect.stringMatching(/^Billetera de conductor · Luis/) as unknown }),
      ])
      expect(mine.sections['Comisión']?.[0]).toEqual({ text: 'Suscripción Estándar' })
      expect(
        (await told('liquidations', statement, 'amount', luis.get)).sections['En los libros']
          ?.filter(({ inner }) => inner)
          .map(({ text }) => text.split(' · ')[0])
          .sort(),
      ).toEqual(['Efectivo en manos del conductor', 'Por pagar a conductor'])
      const other = await at.put('users', { type_user: '2', name: 'Otro', surname: 'Paz', email: 'otro@test.pe' })
      await at.server.database.transaction((tx) =>
        creditWallet(tx, { id_user: other, amount: '5', name: 'Depósito', now: NOON }),
      )
      const theirs = Number(
        (await one(sql<{ readonly id: number }>`select id from wallets where id_user = ${other}`)).id,
      )
      expect((await ask('wallets', theirs, 'amount', luis.get)).status).toBe(404)
      for (const [resource, field] of [
        ['services', 'notes'],
        ['services', 'nothing'],
        ['services', '__proto__'],
        ['nothing', 'amount'],
        ['constructor', 'amount'],
        ['subscriptions', 'fee_amount'],
      ] as const)
        expect((await ask(resource, ride, field)).status, `${resource} ${field}`).toBe(404)
    })
  }),
)
