import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { reverse } from '../../custom/ledger/server'
import { assertWalletCovers, creditWallet, debitWallet, payRides } from '../../custom/wallets/server'
import { OPEN_WALLETS } from '../../custom/wallets/server/open-wallets'
import type { Tx } from '#engine/server'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) =>
  describe('a wallet', () => {
    let at: ServicesApp
    let wallet = 0
    let names = 0
    let moment = NOON
    beforeAll(async () => {
      at = await servicesApp(open, () => moment)
      wallet = await at.put('payment_methods', { name: 'Billetera', type: 'wallet' })
      for (const table of ['settings_general', 'settings_company', 'app_driver'])
        if ((await sql`select 1 from ${sql.table(table)}`.execute(at.server.database.db)).rows.length === 0)
          await at.put(table, {})
      at.server.runtime.changed('payment_methods')
    })

    const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => at.server.database.transaction(work)
    const person = async (amount: string, type_user = '3'): Promise<number> => {
      const id = await at.put('users', {
        type_user,
        name: `Eva ${++names}`,
        surname: 'Paz',
        phone: `98111${1000 + names}`,
      })
      if (Number(amount) > 0)
        await write((tx) => creditWallet(tx, { id_user: id, amount, name: 'Depósito', now: moment }))
      return id
    }
    const ride = (id_client: number, price_total: string): Promise<number> =>
      at.put('services', {
        id_client,
        id_product: at.id['taxi'],
        id_payment: wallet,
        state: 'finalized',
        outcome: 'finalized',
        date_finalized: NOON.toISOString(),
        price_total,
      })
    const held = async (id: number): Promise<number> =>
      Number(
        (
          await sql<{
            readonly value: string | null
          }>`select wallet_balance as value from users where id = ${id}`.execute(at.server.database.db)
        ).rows[0]?.value ?? 0,
      )
    const movements = async (id_service: number) =>
      (
        await sql<JsonObject>`select id::float8 as id, state, amount::float8 as amount from wallets
          where id_service = ${id_service} order by id`.execute(at.server.database.db)
      ).rows
    const post = (path: string, input: JsonObject) => at.call('operator', `wallets/${path}`, input)
    const asked = async (path: 'recharge' | 'discount', id_user: number, amount: number): Promise<number> => {
      const { body, text } = await post(path, { id_user, amount })
      expect(body['id'], text).toBeTypeOf('number')
      return Number(body['id'])
    }
    const limit = (wallet_max_movement: string | null, wallet_max_day: string | null) =>
      write((tx) => tx.updateTable('settings_general').set({ wallet_max_movement, wallet_max_day }).execute())
    const drivers = (app_driver_wallet_enabled: boolean, app_driver_wallet_block_amount: string | null) =>
      write((tx) =>
        tx.updateTable('app_driver').set({ app_driver_wallet_enabled, app_driver_wallet_block_amount }).execute(),
      )

    test('covers a ride to the last cent, and not one more', async () => {
      const id_client = await person('30')
      const covers = (price: string) => write((tx) => assertWalletCovers(tx, { id_client, price, now: NOON }))
      await covers('30')
      await expect(covers('30.01')).rejects.toMatchObject({
        code: 'VALIDATION',
        errors: { id_payment: { key: 'wallets.too_little' } },
      })
      expect(
        await write((tx) =>
          debitWallet(tx, { id_user: id_client, kind: 'penalty', amount: '30.01', name: 'Penalidad', now: NOON }),
        ),
      ).toBe(false)
      expect(
        await write((tx) =>
          debitWallet(tx, { id_user: id_client, kind: 'penalty', amount: '30', name: 'Penalidad', now: NOON }),
        ),
      ).toBe(true)
      expect(await held(id_client)).toBe(0)
    })

    test("of a driver may owe what the house lets it, where drivers have wallets; a client's nothing", async () => {
      const [driver, client] = [await person('5', '2'), await person('5')]
      const take = async (id: number, amount: number) => {
        const { status, body } = await post('discount', { id_user: id, amount })
        return status === 200 ? (await post('approve', { id: body['id'] ?? null })).status : status
      }
      await drivers(true, '-10')
      expect([await take(driver, 15.01), await take(driver, 15), await held(driver), await take(client, 5.01)]).toEqual(
        [422, 200, -10, 422],
      )
      await drivers(false, '-100')
      expect(await take(driver, 1)).toBe(422)
      // A floor above zero keeps so much in it.
      await drivers(true, '3')
      await write((tx) => creditWallet(tx, { id_user: driver, amount: '20', name: 'Depósito', now: NOON }))
      expect([await take(driver, 7.01), await take(driver, 7)]).toEqual([422, 200])
      await drivers(false, null)
    })

    test('counts a recharge that waits when a discount is asked for, and what is there when it is approved', async () => {
      const id = await person('10')
      const recharge = await asked('recharge', id, 50)
      expect((await post('discount', { id_user: id, amount: 60.01 })).status).toBe(422)
      const discount = await asked('discount', id, 60)
      expect((await post('approve', { id: discount })).status).toBe(422)
      expect((await post('approve', { id: recharge })).status).toBe(200)
      expect((await post('approve', { id: discount })).status).toBe(200)
      expect(await held(id)).toBe(0)
    })

    test("has its limit of a day by the clock of the house, without what was taken back; a ride's rest has none", async () => {
      await limit('100', '150')
      const id = await person('0')
      const approve = async (amount: number) => {
        const movement = await asked('recharge', id, amount)
        return { movement, status: (await post('approve', { id: movement })).status }
      }
      const first = await approve(100)
      expect([first.status, (await approve(50.01)).status]).toEqual([200, 422])
      await write((tx) => reverse(tx, { of: `wallets:${first.movement}`, effectiveAt: moment, now: moment }))
      expect((await approve(100)).status).toBe(200)
      // Midnight in Lima is five in the morning UTC.
      moment = new Date('2026-11-22T04:59:00.000Z')
      expect((await approve(100)).status).toBe(422)
      moment = new Date('2026-11-22T05:00:00.000Z')
      expect((await approve(100)).status).toBe(200)
      // What is put in and what is taken out are added up: to the limit, and not a cent beyond.
      const out = await asked('discount', id, 50)
      expect((await post('approve', { id: out })).status).toBe(200)
      expect((await approve(0.01)).status).toBe(422)
      // The clock is that of the house's page: midnight in Tokyo is three in the afternoon UTC.
      moment = new Date('2026-11-22T15:00:00.000Z')
      expect((await approve(0.01)).status).toBe(422)
      const clock = (timezone: string | null) =>
        write((tx) => tx.updateTable('settings_company').set({ timezone }).execute())
      await clock('Asia/Tokyo')
      expect((await approve(0.01)).status).toBe(200)
      await clock(null)
      const rider = await person('0')
      const id_service = await ride(rider, '180')
      await write((tx) => payRides(tx, [id_service], moment))
      await write((tx) => creditWallet(tx, { id_user: rider, amount: '200', name: 'Depósito', now: moment }))
      const [rest] = await movements(id_service)
      expect([
        rest?.['state'],
        (await post('approve', { id: rest?.['id'] ?? null })).status,
        await held(rider),
      ]).toEqual(['1', 200, 20])
      await limit(null, null)
      moment = NOON
    })

    test('is asked anew for what a ride still costs when its price changes meanwhile', async () => {
      const id_client = await person('5')
      const id_service = await ride(id_client, '12.50')
      await write((tx) => payRides(tx, [id_service], NOON))
      await write(async (tx) => {
        await tx.updateTable('services').set({ price_total: '20' }).where('id', '=', id_service).execute()
        await payRides(tx, [id_service], NOON)
      })
      expect((await movements(id_service)).map(({ state, amount }) => [state, amount])).toEqual([
        ['2', 5],
        ['3', 7.5],
        ['1', 15],
      ])
      // Less than was taken: what waits is not asked for any more, and the rest is given back.
      await write(async (tx) => {
        await tx.updateTable('services').set({ price_total: '3' }).where('id', '=', id_service).execute()
        await payRides(tx, [id_service], NOON)
      })
      expect([(await movements(id_service)).filter(({ state }) => state === '1'), await held(id_client)]).toEqual([
        [],
        2,
      ])
    })

    test("is put right by itself where a ride's price was changed by other ways", async () => {
      const id_client = await person('30')
      const id_service = await ride(id_client, '12.50')
      await write((tx) => payRides(tx, [id_service], NOON))
      await sql`update services set price_total = 10, date_updated = now() where id = ${id_service}`.execute(
        at.server.database.db,
      )
      await wakeJob(at.server.database.db, 'wallets.rides')
      await expect.poll(() => held(id_client), { timeout: 20_000, interval: 100 }).toBe(20)
    })

    test('from before there were books comes into them with what was in it, once', async () => {
      const id = await at.put('users', {
        type_user: '3',
        name: `Luz ${++names}`,
        surname: 'Paz',
        wallet_balance: '12.50',
      })
      for (const _ of [1, 2]) await write((tx) => OPEN_WALLETS.change(tx, [id]))
      const { rows } = await sql<JsonObject>`select e.kind, p.value::float8 as value from ledger_postings p
          join ledger_entries e on e.id = p.id_entry join ledger_accounts a on a.id = p.id_account
          where a.id_user = ${id}`.execute(at.server.database.db)
      expect(rows).toEqual([{ kind: 'opening', value: 12.5 }])
    })
  }),
)
