import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: WholeApp
  let driver = 0
  const post = (role: RoleName, path: string, input: JsonObject) =>
    at.server.call(role, 'POST', `wallets/${path}`, input)
  const posted = async (path: 'recharge' | 'discount', amount: number | string): Promise<number> =>
    Number((await post('operator', path, { id_user: driver, amount })).body.id)
  const itemOf = async (id: number, role: RoleName = 'operator') =>
    (await at.server.call(role, 'GET', `wallets/${id}`)).body.item as JsonObject
  const balance = async (): Promise<unknown> =>
    (
      await at.server.database.db
        .selectFrom('users')
        .select('wallet_balance')
        .where('id', '=', driver)
        .executeTakeFirstOrThrow()
    )['wallet_balance']

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
    driver = await at.put('users', { type_user: '2', name: 'Luis', surname: 'Paz', email: 'luis@test.pe' })
  })

  describe('a movement of a wallet', () => {
    test('counts once it is approved, once, and never when it is rejected', async () => {
      const [first, second, third] = [
        await posted('recharge', '100.10'),
        await posted('discount', 30.2),
        await posted('recharge', 5),
      ]
      expect(Number((await balance()) ?? 0)).toBe(0)
      expect(await itemOf(first)).toMatchObject({
        state: '1',
        can_approve: 1,
        state_human: 'Pendiente',
        balance: null,
        us_type: '2',
      })
      expect((await post('operator', 'approve', { id: first })).status).toBe(200)
      expect((await post('operator', 'approve', { id: second })).status).toBe(200)
      expect((await post('operator', 'reject', { id: third })).status).toBe(422)
      expect((await post('operator', 'reject', { id: third, reason: 'No llegó' })).status).toBe(200)
      expect(Number(await balance())).toBe(69.9)
      expect([
        (await itemOf(first))['balance'],
        (await itemOf(second))['balance'],
        (await itemOf(third))['balance'],
      ]).toEqual([100.1, 69.9, null])
      for (const id of [first, second, third]) {
        expect((await post('operator', 'approve', { id })).status).toBe(409)
        expect((await itemOf(id))['can_approve']).toBe(0)
        expect((await post('operator', 'create', { id, amount: 999 })).status).not.toBe(200)
        expect((await post('operator', 'remove', { id })).status).not.toBe(200)
      }
      expect(Number(await balance())).toBe(69.9)
    })

    test('is added to the others that are approved at the same moment, each to the last', async () => {
      const before = Number(await balance())
      const ids = await Promise.all(Array.from({ length: 8 }, () => posted('recharge', 10)))
      const twice = await Promise.all([...ids, ...ids].map((id) => post('operator', 'approve', { id })))
      expect(twice.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(8).fill(200),
        ...Array<number>(8).fill(409),
      ])
      expect(Number(await balance())).toBeCloseTo(before + 80, 2)
      const balances = await Promise.all(ids.map(async (id) => Number((await itemOf(id))['balance'])))
      expect(balances.sort((a, b) => a - b).map((one) => Math.round((one - before) / 10))).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8,
      ])
    })

    test('is in the books, and an approval that the wallet does not cover is told at its amount', async () => {
      const other = await at.put('users', {
        type_user: '3',
        name: 'Eva',
        surname: 'Sol',
        email: 'eva@test.pe',
        wallet_balance: '28.95',
      })
      const take = (amount: number | string) => post('operator', 'discount', { id_user: other, amount })
      expect(await take(100_000)).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.stringMatching(/S\/\u00a028[.]95/) } },
      })
      expect(await post('operator', 'recharge', { id_user: other, amount: '1e24' })).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.any(String) } },
      })
      const [first, second] = [Number((await take(20)).body.id), Number((await take(20)).body.id)]
      const said = await Promise.all([first, second, first, second].map((id) => post('operator', 'approve', { id })))
      expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(said.filter(({ status }) => status === 422).length).toBeGreaterThan(0)
      const { rows } = await sql<{
        kind: string
        amount: string
        balance: string
      }>`select e.kind, p.value::text as amount, p.balance::text as balance
        from ledger_postings p join ledger_entries e on e.id = p.id_entry join ledger_accounts a on a.id = p.id_account
        where a.id_user = ${other} order by p.id`.execute(at.server.database.db)
      expect(rows).toEqual([
        { kind: 'opening', amount: '28.95', balance: '28.95' },
        { kind: 'discount', amount: '-20.00', balance: '8.95' },
      ])
      const {
        rows: [apart],
      } = await sql<{
        wrong: number
      }>`select count(*)::integer as wrong from ledger_accounts a join users u on u.id = a.id_user
        where a.kind in ('driver_wallet', 'client_wallet') and u.id = ${driver}
          and a.value <> u.wallet_balance`.execute(at.server.database.db)
      expect(apart?.wrong).toBe(0)
    })

    test('that waits is looked at anew when it is made a discount', async () => {
      const poor = await at.put('users', { type_user: '3', name: 'Iris', surname: 'Sol' })
      const id = Number((await post('operator', 'recharge', { id_user: poor, amount: 50 })).body.id)
      const {
        body: { item },
      } = await at.server.call('operator', 'GET', `wallets/${id}`)
      const edited = await post('operator', 'create', { ...(item as object), transaction: 'discount' })
      expect(edited).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.stringContaining('S/\u00a00.00') } },
      })
    })

    test('goes over the limits of a movement and of a day by a move of its own, for whom that right was given', async () => {
      const other = await at.put('users', { type_user: '3', name: 'Luz', surname: 'Sol' })
      const set = (wallet_max_movement: string | null, wallet_max_day: string | null) =>
        at.server.database.transaction((tx) =>
          tx.updateTable('settings_general').set({ wallet_max_movement, wallet_max_day }).execute(),
        )
      if ((await sql`select 1 from settings_general`.execute(at.server.database.db)).rows.length === 0)
        await at.put('settings_general', {})
      await set('100', '150')
      const asked = async (amount: number) =>
        Number((await post('operator', 'recharge', { id_user: other, amount })).body.id)
      const [big, one, two] = [await asked(100.01), await asked(100), await asked(50.01)]
      expect(await post('operator', 'approve', { id: big })).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.stringContaining('S/\u00a0100.00') } },
      })
      // What passes a limit is told, and only there the move is offered.
      const passing = async () => {
        const { body } = await at.server.call('root', 'GET', `wallets?filters=${JSON.stringify({ id_user: other })}`)
        const items = body.items as readonly { id: number; passes_limit: number }[]
        return items.flatMap(({ id, passes_limit }) => (passes_limit === 1 ? [id] : [])).toSorted((a, b) => a - b)
      }
      expect(await passing()).toEqual([big])
      expect((await post('operator', 'approve', { id: one })).status).toBe(200)
      expect(await passing()).toEqual([big, two])
      expect(await post('operator', 'approve', { id: two })).toMatchObject({
        status: 422,
        body: { errors: { amount: expect.stringContaining('S/\u00a0150.00') } },
      })
      expect((await post('reader', 'approveOver', { id: two })).status).toBe(403)
      expect((await post('root', 'approveOver', { id: two })).status).toBe(200)
      expect((await post('root', 'approveOver', { id: two })).status).toBe(409)
      await set(null, null)
      expect(await passing()).toEqual([])
      expect((await post('operator', 'approve', { id: big })).status).toBe(200)
    })

    test("is nobody's else: not of a company's people, and not for amounts that are none", async () => {
      const id = await posted('recharge', 10)
      for (const role of ['companyA', 'readerA'] as const) {
        expect((await at.server.call(role, 'GET', `wallets/${id}`)).status).not.toBe(200)
        expect((await post(role, 'approve', { id })).status).not.toBe(200)
        expect((await post(role, 'recharge', { id_user: driver, amount: 10 })).status).not.toBe(200)
      }
      for (const amount of [0, -5, 'x', '1e400'])
        expect(await post('operator', 'recharge', { id_user: driver, amount })).toMatchObject({
          status: 422,
          body: { errors: { amount: expect.any(String) } },
        })
      expect(await post('operator', 'recharge', { id_user: at.server.ids.users.operator, amount: 5 })).toMatchObject({
        status: 422,
        body: { errors: { id_user: expect.any(String) } },
      })
    })
  })
})
