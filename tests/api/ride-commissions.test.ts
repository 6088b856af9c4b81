import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { finishFare } from '../../custom/services/server'
import { creditWallet, takeCommissions } from '../../custom/wallets/server'
import { ridesJob } from '../../custom/wallets/server/rides-job'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-16', date_to: '2026-11-21' }

eachEngine((_engine, open) =>
  describe('the commission of a ride in cash', () => {
    let at: ServicesApp
    let names = 0
    beforeAll(async () => {
      at = await servicesApp(open, () => NOON)
    })

    const set = (values: object) => at.call('root', 'app_driver/save', { app_driver_wallet_enabled: 1, ...values })
    const riding = async (
      paid: 'cash' | 'credit',
      prices: object = { price_total: '20', price_tax: '0', price_fee: '4', price_driver: '16' },
    ): Promise<{ readonly id: number; readonly driver: number }> => {
      const { id: driver, vehicle } = await at.driver(`Luis ${++names}`)
      const id = await at.put('services', {
        id_client: at.id['ana'],
        id_product: at.id['taxi'],
        id_payment: at.id[paid],
        id_driver: driver,
        id_vehicle: vehicle,
        state: 'started',
        date_started: '2026-11-21T16:40:00Z',
        ...prices,
      })
      return { id, driver }
    }
    const end = (id_service: number) =>
      at.server.database.transaction((tx) =>
        finishFare(tx, {
          id_service,
          by: { mover: 'operator', id_user: null, platform: 'web' },
          now: NOON,
          settings: {},
        }),
      )
    const held = async (id: number): Promise<number> =>
      Number(
        (
          await at.server.database.db
            .selectFrom('users')
            .select('wallet_balance')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        )['wallet_balance'] ?? 0,
      )
    const rows = async <T = unknown>(query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
      (await query.execute(at.server.database.db)).rows
    const items = async (id_service: number, id_driver: number) =>
      Object.fromEntries(
        (
          await rows(sql<{ readonly kind: string; readonly minor: number }>`
    select kind, sum(minor)::integer as minor from billable_items where id_service = ${id_service}
      and id_driver = ${id_driver} group by 1`)
        ).map(({ kind, minor }) => [kind, minor]),
      )
    const commissions = async (): Promise<number> =>
      Number(
        (await rows(sql<{ readonly value: string }>`select value from ledger_accounts where key = 'commission:PEN'`))[0]
          ?.value ?? 0,
      )
    const change = (id: number, values: object) =>
      at.server.database.transaction((tx) =>
        tx
          .updateTable('services')
          .set({ ...values, date_updated: new Date().toISOString() })
          .where('id', '=', id)
          .execute(),
      )
    const minuteLater = () =>
      ridesJob.run({
        runtime: at.server.runtime,
        signal: new AbortController().signal,
        log: (text: string) => {
          throw new Error(text)
        },
      } as never)
    const close = async (driver: number): Promise<{ readonly id: number; readonly kinds: JsonObject }> => {
      const { status, body, text } = await at.call('root', 'liquidations/generate', { ...WEEK, id_drivers: [driver] })
      expect(status, text).toBe(200)
      const id = (body['drafts'] as readonly { readonly id: number }[])[0]?.id ?? 0
      const item = (await at.get('root', `liquidations/${id}`)).body['item'] as JsonObject
      return {
        id,
        kinds: Object.fromEntries(
          (item['items'] as readonly JsonObject[]).map(({ kind, amount }) => [String(kind), amount ?? null]),
        ),
      }
    }

    test('stays for the statement unless the house has it taken from wallets', async () => {
      await set({ app_driver_wallet_commission: 0, app_driver_wallet_block_amount: 0 })
      const { id, driver } = await riding('cash')
      await end(id)
      expect([await held(driver), (await items(id, driver))['commission_taken']]).toEqual([0, undefined])
      // Nor is a ride of before taken from once it is switched on.
      await set({ app_driver_wallet_commission: 1, app_driver_wallet_block_amount: 0 })
      await minuteLater()
      expect(await held(driver)).toBe(0)
    })

    test('is taken when it ends, once, also below the least balance, and the statement says that it was', async () => {
      await set({ app_driver_wallet_commission: 1, app_driver_wallet_block_amount: 0 })
      const { id, driver } = await riding('cash')
      const before = await commissions()
      await end(id)
      await at.server.database.transaction((tx) => takeCommissions(tx, [id, id], NOON))
      await minuteLater()
      expect(await held(driver)).toBe(-4)
      expect(
        await rows(
          sql`select kind, transaction, amount::float8 as amount, state from wallets where id_service = ${id}`,
        ),
      ).toEqual([{ kind: 'commission', transaction: 'discount', amount: 4, state: '2' }])
      expect(await items(id, driver)).toEqual({ ride: 2000, commission: -400, commission_taken: 400, cash_held: -2000 })
      const [row] = (await at.call('root', 'liquidations/preview', { ...WEEK, id_driver: driver })).body[
        'drivers'
      ] as readonly JsonObject[]
      expect(row).toMatchObject({ earned: 16, cash: -20, taken: 4, net: 0 })
      expect((await at.call('root', 'liquidations/generate', { ...WEEK, id_drivers: [driver] })).status).toBe(200)
      // One more, on credit: its commission is the statement's.
      await at.put('services', {
        id_client: at.id['ana'],
        id_product: at.id['taxi'],
        id_payment: at.id['credit'],
        id_driver: driver,
        state: 'finalized',
        outcome: 'finalized',
        date_finalized: NOON.toISOString(),
        price_total: '10',
        price_fee: '2',
        price_driver: '8',
        price_tax: '0',
      })
      const { id: statement, kinds } = await close(driver)
      expect(kinds).toMatchObject({ commission: -6, commission_taken: 4, cash_held: -20 })
      expect((await at.call('root', 'liquidations/issue', { id: statement })).status).toBe(200)
      expect((await commissions()) - before, 'commission in the books, once each').toBe(6)
    })

    test('is none of a ride on credit', async () => {
      const { id, driver } = await riding('credit')
      await end(id)
      expect([await held(driver), (await items(id, driver))['commission_taken']]).toEqual([0, undefined])
    })

    test("of a ride that changes is more, or less, or the next driver's, or nobody's, within a minute", async () => {
      const { id, driver } = await riding('cash')
      await at.server.database.transaction((tx) =>
        creditWallet(tx, { id_user: driver, amount: '30', name: 'Depósito', now: NOON }),
      )
      await end(id)
      expect(await held(driver)).toBe(26)
      await change(id, { price_fee: '6', price_driver: '14' })
      await minuteLater()
      expect([await held(driver), await items(id, driver)]).toMatchObject([
        24,
        { commission: -600, commission_taken: 600 },
      ])
      const next = (await at.driver(`Luis ${++names}`)).id
      await change(id, { id_driver: next })
      await minuteLater()
      expect([
        await held(driver),
        await held(next),
        (await items(id, driver))['commission_taken'],
        (await items(id, next))['commission_taken'],
      ]).toEqual([30, -6, 0, 600])
      await change(id, { id_payment: at.id['credit'] })
      await minuteLater()
      expect([
        await held(next),
        (await items(id, next))['commission_taken'],
        (await items(id, next))['commission'],
      ]).toEqual([0, 0, -600])
      await minuteLater()
      expect(await rows(sql`select 1 from wallets where id_service = ${id}`)).toHaveLength(5)
    })
  }),
)
