import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TrialRow } from '../../custom/billing/model/trial-call'
import { finishFare } from '../../custom/services/server'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const DAYS = { date_from: '2026-11-01', date_to: '2026-11-30' }

eachEngine((engine, open) =>
  describe('another rule of commission over rides that are over', () => {
    let at: ServicesApp
    let names = 0
    let plain = 0
    beforeAll(async () => {
      at = await servicesApp(open, () => NOON)
      plain = await at.put('subscriptions', { name: 'Estándar', fee_amount: '1', fee_percentage: '12.5' })
      at.server.runtime.changed('subscriptions')
    })

    const driver = async (more: object = {}): Promise<number> =>
      await at.driver(`Luis ${++names}`).then(async ({ id }) => {
        await at.server.database.transaction((tx) =>
          tx
            .updateTable('users')
            .set({ id_subscription: plain, ...more })
            .where('id', '=', id)
            .execute(),
        )
        return id
      })
    /** A ride priced by its tariff, that its driver ends. */
    const ended = async (id_driver: number, values: object = {}): Promise<number> => {
      const { id } = await at.make()
      await at.server.database.transaction(async (tx) => {
        await tx
          .updateTable('services')
          .set({ id_driver, state: 'started', date_started: '2026-11-21T16:40:00Z', ...values })
          .where('id', '=', id)
          .execute()
        await finishFare(tx, {
          id_service: id,
          by: { mover: 'operator', id_user: null, platform: 'web' },
          now: NOON,
          settings: {},
          tolls: [{ name: 'Peaje', price: 3.5 }],
        })
      })
      return id
    }
    const tried = async (input: JsonObject, role: Parameters<ServicesApp['call']>[0] = 'root') => {
      const { status, body, text } = await at.call(role, 'commissions/trial', { ...DAYS, ...input })
      return { status, text, by_hand: body['by_hand'], drivers: (body['drivers'] ?? []) as readonly TrialRow[] }
    }
    const of = (rows: readonly TrialRow[], id: number): Partial<TrialRow> =>
      rows.find(({ id_driver }) => id_driver === id) ?? {}

    test('is what it was where the rule is the real one, and what the fares would say where it is not', async () => {
      const [one, two] = [await driver(), await driver()]
      const ids = [await ended(one), await ended(one), await ended(two)]
      const {
        rows: [kept],
      } = await sql<{
        readonly fee: number
        readonly was: number
      }>`select sum(price_fee)::float8 as fee, (select -sum(minor) / 100.0 from billable_items
        where kind = 'commission' and id_service = any(${ids}::bigint[]))::float8 as was
      from services where id = any(${ids}::bigint[])`.execute(at.server.database.db)
      const real = await tried({ fee_amount: 1, fee_percentage: 12.5 })
      expect(real.drivers.map(({ was, would }) => would - was)).toEqual(real.drivers.map(() => 0))
      expect(of(real.drivers, one)).toMatchObject({ rides: 2, difference: 0 })
      expect([
        kept?.was,
        Math.round(((of(real.drivers, one).was ?? 0) + (of(real.drivers, two).was ?? 0)) * 100) / 100,
      ]).toEqual([kept?.fee, kept?.fee])
      // As the house itself works it out by that subscription.
      const other = await at.put('subscriptions', { name: 'Otra', fee_amount: '0.35', fee_percentage: '7.77' })
      const would = of((await tried({ fee_amount: 0.35, fee_percentage: 7.77 })).drivers, one)
      for (const id of ids.slice(0, 2))
        expect((await at.call('root', `services/${id}/updateSubscription`, { id_subscription: other })).status).toBe(
          200,
        )
      const after = of((await tried({ fee_amount: 0.35, fee_percentage: 7.77 })).drivers, one)
      expect([after.was, after.difference]).toEqual([would.would, 0])
      expect(would.would).not.toBe(would.was)
      // Rides by one subscription alone.
      expect(
        (await tried({ fee_amount: 0, fee_percentage: 0, id_subscription: other })).drivers.map(
          ({ id_driver, rides, would }) => [id_driver, rides, would],
        ),
      ).toMatchObject([[one, 2, expect.any(Number)]])
    })

    test('leaves what was set by hand as it is, writes nothing, and takes no more than there is', async () => {
      const id_driver = await driver()
      const id = await ended(id_driver)
      const before = await sql<{
        readonly n: string
      }>`select (select count(*) from billable_items) || ' ' || (select count(*)
        from logs) || ' ' || (select max(version) from services) as n`.execute(at.server.database.db)
      const all = of((await tried({ fee_amount: 90_000, fee_percentage: 0 })).drivers, id_driver)
      const {
        rows: [ride],
      } = await sql<{
        readonly whole: number
      }>`select (price_total - price_tax)::float8 as whole from services where id = ${id}`.execute(
        at.server.database.db,
      )
      expect(all.would).toBe(ride?.whole)
      expect(
        (
          await sql`select (select count(*) from billable_items) || ' ' || (select count(*)
            from logs) || ' ' || (select max(version) from services) as n`.execute(at.server.database.db)
        ).rows,
      ).toEqual(before.rows)
      expect((await at.call('root', `services/${id}/updatePriceFee`, { price_fee: 2 })).status).toBe(200)
      const { drivers, by_hand } = await tried({ fee_amount: 50, fee_percentage: 0 })
      expect([of(drivers, id_driver), by_hand]).toMatchObject([{ was: 2, would: 2, difference: 0 }, 1])
    })

    test('is narrowed to days and a branch, refused to whoever is not staff, and goes out as a file', async () => {
      const id_driver = await driver({ id_branch: at.id['lima'] })
      await ended(id_driver)
      expect(
        (await tried({ fee_amount: 0, fee_percentage: 10, id_branch: at.id['lima']! })).drivers.map(
          (row) => row.id_driver,
        ),
      ).toEqual([id_driver])
      expect(
        (await tried({ fee_amount: 0, fee_percentage: 10, date_from: '2026-10-01', date_to: '2026-10-31' })).drivers,
      ).toEqual([])
      expect((await tried({ fee_amount: 0, fee_percentage: 101 })).status).toBe(422)
      expect((await tried({ fee_amount: 0, fee_percentage: 10, date_from: '2026-12-01' })).status).toBe(422)
      for (const role of ['companyA', 'readerA', 'none'] as const)
        expect((await tried({ fee_amount: 0, fee_percentage: 10 }, role)).status, role).not.toBe(200)
      const file = await at.get('root', 'commissions/trialExport', {
        ...DAYS,
        fee_amount: '0.5',
        fee_percentage: '10',
        id_branch: at.id['lima']!,
        export: 'csv',
      })
      expect([file.status, file.text]).toEqual([200, expect.stringContaining(`Luis ${names} Chofer`)])
      expect((await at.get('operator', 'commissions/trialChoices')).body).toMatchObject({
        subscriptions: expect.arrayContaining([{ id: plain, name: 'Estándar', fee_amount: 1, fee_percentage: 12.5 }]),
        today: '2026-11-21',
      })
    })

    test.runIf(engine === 'postgres')('is quick over 200 drivers and 10,000 services', async () => {
      const id_fare = Number(
        (
          await sql<{ readonly id: number }>`select max(id_fare) as id from services where state = 'finalized'`.execute(
            at.server.database.db,
          )
        ).rows[0]?.id,
      )
      await at.server.database.transaction(async (tx) => {
        await sql`insert into users (type_user, name, surname, email) select '2', 'Masa ' || n, 'Paz',
          'masa' || n || '@test.pe' from generate_series(1, 200) as n`.execute(tx)
        await sql`insert into services (id_client, id_product, id_payment, id_driver, id_fare, state, outcome,
          date_finalized, price_total, price_tax, price_toll, price_service, price_fee, price_driver)
        select ${at.id['ana']}, ${at.id['taxi']}, ${at.id['credit']}, d.id, ${id_fare}, 'finalized', 'finalized',
          '2026-10-10T15:00:00Z'::timestamptz + n * interval '1 minute', 20 + n, 0, 1, 2, 5, 15 + n
        from (select id from users where email like 'masa%') as d cross join generate_series(1, 50) as n`.execute(tx)
      })
      await sql`analyze services, billable_items`.execute(at.server.database.db)
      const start = performance.now()
      const { drivers } = await tried({
        date_from: '2026-10-01',
        date_to: '2026-10-31',
        fee_amount: 0.5,
        fee_percentage: 9,
      })
      const ms = performance.now() - start
      expect([drivers.length, drivers.reduce((sum, { rides }) => sum + rides, 0)]).toEqual([200, 10_000])
      expect(ms).toBeLessThan(3000)
      console.log(`trial over 10,000 services of 200 drivers: ${Math.round(ms)} ms`)
    })
  }),
)
