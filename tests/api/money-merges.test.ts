import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofCall } from '../../custom/ledger/model/proof-call'
import { creditWallet } from '../../custom/wallets/server'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'

const NOW = new Date('2026-11-23T17:00:00.000Z')

eachEngine((_engine, open) =>
  describe('money when two people, or two companies, become one', () => {
    let at: WholeApp
    let names = 0
    beforeAll(async () => {
      at = await wholeApp(open, () => NOW)
    })
    const client = async (amount = '0'): Promise<number> => {
      const id = await at.put('users', {
        type_user: '3',
        name: `Ana ${++names}`,
        surname: 'Paz',
        phone: `98765${1000 + names}`,
      })
      if (Number(amount) > 0)
        await at.server.database.transaction((tx) =>
          creditWallet(tx, { id_user: id, amount, name: 'Depósito', now: NOW }),
        )
      return id
    }
    const merge = (resource: string, id: number, into: number) => at.call('root', `${resource}/merge`, { id, into })
    const proved = async (): Promise<readonly number[]> =>
      ((await at.server.call('root', 'GET', proofCall.path)).body['proofs'] as readonly JsonObject[]).map(({ wrong }) =>
        Number(wrong),
      )
    const held = async (id: number): Promise<JsonObject | undefined> =>
      (
        await sql<JsonObject>`select date_deleted is not null as gone, wallet_balance::float8 as held from users
          where id = ${id}`.execute(at.server.database.db)
      ).rows[0]

    test('is never merged: who has an account is not led to another, whoever that is', async () => {
      const [rich, poor, other] = [await client('30'), await client(), await client('5')]
      for (const into of [poor, other]) {
        expect(await merge('clients', rich, into)).toMatchObject({
          status: 409,
          text: expect.stringContaining('S/\u00a030.00'),
        })
      }
      expect([await held(rich), await held(other)]).toEqual([
        { gone: false, held: 30 },
        { gone: false, held: 5 },
      ])
      // The other way round nothing is lost.
      expect((await merge('clients', poor, rich)).status).toBe(200)
      expect([await held(rich), await held(poor)]).toMatchObject([{ gone: false, held: 30 }, { gone: true }])
      expect(await proved()).toEqual((await proved()).map(() => 0))
    })

    test('of a wallet from before the books is none to be lost either', async () => {
      const [old, poor] = [await client(), await client()]
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ wallet_balance: '12.5' }).where('id', '=', old).execute(),
      )
      expect(await merge('clients', old, poor)).toMatchObject({
        status: 409,
        text: expect.stringContaining('S/\u00a012.50'),
      })
    })

    test('of companies stays theirs', async () => {
      const { a, b } = at.server.ids.companies
      await at.put('ledger_accounts', {
        key: `company_receivable:c${a}:PEN`,
        kind: 'company_receivable',
        id_company: a,
        currency: 'PEN',
        balance: 0,
        value: 0,
      })
      expect(await merge('companies', a, b)).toMatchObject({ status: 409, text: expect.stringContaining('Empresa A') })
    })

    test('what an operator wrote into the books stays as it was written when their two accounts become one', async () => {
      const [gone, kept] = await Promise.all(
        ['Hugo', 'Hugo B.'].map((name) =>
          at.put('users', {
            type_user: '1',
            name,
            surname: 'Luna',
            email: `${name.toLowerCase().replace(/\W/g, '')}@test.pe`,
          }),
        ),
      )
      const person = await client()
      await at.server.database.transaction((tx) =>
        creditWallet(tx, { id_user: person, amount: '3', name: 'Depósito', now: NOW }),
      )
      await at.server.database.transaction(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update ledger_entries set id_user = ${gone ?? 0}
          where id = (select max(id) from ledger_entries)`.execute(tx)
      })
      const { status, text } = await merge('operators', gone ?? 0, kept ?? 0)
      expect(status, text).toBe(200)
      expect(
        (
          await sql`select id_user from ledger_entries where id = (select max(id) from ledger_entries)`.execute(
            at.server.database.db,
          )
        ).rows,
      ).toEqual([{ id_user: gone }])
    })
  }),
)
