import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cancel, finishFare } from '../../custom/services/server'
import { creditWallet, payRides } from '../../custom/wallets/server'
import { ridesJob } from '../../custom/wallets/server/rides-job'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

eachEngine((_engine, open) =>
  describe('a ride on Billetera', () => {
    let at: ServicesApp
    let wallet = 0
    let names = 0
    beforeAll(async () => {
      at = await servicesApp(open, () => NOON)
      wallet = await at.put('payment_methods', { name: 'Billetera', type: 'wallet' })
      at.server.runtime.changed('payment_methods')
    })

    const client = async (amount: string): Promise<number> => {
      const id = await at.put('users', {
        type_user: '3',
        name: `Ana ${++names}`,
        surname: 'Paz',
        phone: `98765${1000 + names}`,
      })
      if (Number(amount) > 0)
        await at.server.database.transaction((tx) =>
          creditWallet(tx, { id_user: id, amount, name: 'Depósito', now: NOON }),
        )
      return id
    }
    const riding = async (id_client: number, price_total: string): Promise<number> => {
      const { id: id_driver, vehicle: id_vehicle } = await at.driver(`Luis ${++names}`)
      return at.put('services', {
        id_client,
        id_product: at.id['taxi'],
        id_payment: wallet,
        id_driver,
        id_vehicle,
        state: 'started',
        date_started: '2026-11-21T16:40:00Z',
        price_total,
        price_driver: '10',
      })
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
    const movements = async (id_service: number) =>
      (
        await sql<JsonObject>`select state, transaction, amount::float8 as amount, effect::float8 as effect from wallets
          where id_service = ${id_service} order by id`.execute(at.server.database.db)
      ).rows
    const change = (id: number, values: object) =>
      at.server.database.transaction(async (tx) => {
        await tx.updateTable('services').set(values).where('id', '=', id).execute()
        await payRides(tx, [id], NOON)
      })

    test('is paid when it ends, once, against what rides come to', async () => {
      const ana = await client('30')
      const id = await riding(ana, '12.50')
      await end(id)
      expect([await held(ana), await movements(id)]).toEqual([
        17.5,
        [{ state: '2', transaction: 'discount', amount: 12.5, effect: -12.5 }],
      ])
      await at.server.database.transaction((tx) => payRides(tx, [id, id], NOON))
      expect(await movements(id)).toHaveLength(1)
      const { rows } = await sql<JsonObject>`select a.kind, p.amount::float8 as amount from ledger_entries e
          join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
      where e.kind = 'ride_wallet' and a.id_user is not distinct from ${ana} order by 1`.execute(at.server.database.db)
      expect(rows).toEqual([{ kind: 'client_wallet', amount: -1250 }])
    })

    test('takes what there is; the rest waits for an approval that tells what there is', async () => {
      const ana = await client('5')
      const id = await riding(ana, '12.50')
      await end(id)
      expect([await held(ana), await movements(id)]).toEqual([
        0,
        [
          { state: '2', transaction: 'discount', amount: 5, effect: -5 },
          { state: '1', transaction: 'discount', amount: 7.5, effect: 0 },
        ],
      ])
      const {
        rows: [rest],
      } = await sql<{ readonly id: number }>`select id from wallets where id_service = ${id} and state = '1'`.execute(
        at.server.database.db,
      )
      const approve = () => at.call('operator', 'wallets/approve', { id: rest?.id ?? 0 })
      expect(await approve()).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.stringContaining('S/\u00a00.00') } },
      })
      await at.server.database.transaction((tx) =>
        creditWallet(tx, { id_user: ana, amount: '10', name: 'Depósito', now: NOON }),
      )
      expect((await approve()).status).toBe(200)
      expect(await held(ana)).toBe(2.5)
    })

    test('whose price or client is changed since gives back, and takes, the difference', async () => {
      const [ana, eva] = [await client('30'), await client('30')]
      const id = await riding(ana, '12.50')
      await end(id)
      await change(id, { price_total: '10' })
      expect(await held(ana)).toBe(20)
      await change(id, { price_total: '14.25' })
      expect(await held(ana)).toBe(15.75)
      // The price stays: the job sees it all the same.
      await at.server.database.db
        .updateTable('services')
        .set({ id_client: eva, date_updated: new Date() })
        .where('id', '=', id)
        .execute()
      await ridesJob.run({
        runtime: at.server.runtime,
        signal: new AbortController().signal,
        log: (text: string) => {
          throw new Error(text)
        },
      } as never)
      expect([await held(ana), await held(eva)]).toEqual([30, 15.75])
      await change(id, { date_deleted: NOON.toISOString() })
      expect([await held(ana), await held(eva)]).toEqual([30, 30])
    })

    test('is not asked for where the wallet does not cover it; one that is called off costs its penalty', async () => {
      const ana = await client('0')
      const { status, body } = await at.send({ id_client: ana, id_payment: wallet })
      expect([status, body]).toMatchObject([422, { errors: { id_payment: expect.stringContaining('S/\u00a00.00') } }])
      await at.server.database.transaction((tx) =>
        creditWallet(tx, { id_user: ana, amount: '200', name: 'Depósito', now: NOON }),
      )
      const { id } = await at.make({ id_client: ana, id_payment: wallet })
      await at.server.database.transaction((tx) =>
        cancel(tx, {
          id_service: id,
          by: { mover: 'operator', id_user: null, platform: 'web' },
          now: NOON,
          reason: null,
          free: true,
        }),
      )
      expect(await held(ana)).toBe(200)
    })
  }),
)
