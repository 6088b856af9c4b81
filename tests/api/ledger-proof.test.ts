import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeDays } from '../../custom/ledger/server/proof/closed-days'
import { post } from '../../custom/ledger/server'
import { creditWallet } from '../../custom/wallets/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'
import type { Answer } from './fixture-app'
import { personApp } from './person-fixture'

const NOW = new Date('2026-11-23T17:00:00.000Z')
const later = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000)

oneEngine((_engine, open) =>
  describe('the page that proves the books', () => {
    let at: WholeApp
    let person = 0
    beforeAll(async () => {
      at = await wholeApp(open, () => NOW)
      person = await at.put('users', { type_user: '3', name: 'Ana', surname: 'Paz' })
      await at.server.database.transaction((tx) =>
        creditWallet(tx, { id_user: person, amount: '30', name: 'Depósito', now: NOW }),
      )
    })
    const read = async (): Promise<{
      readonly wrong: { readonly [id: string]: readonly string[] }
      readonly days: readonly JsonObject[]
    }> => {
      const { status, body } = await at.server.call('operator', 'GET', 'ledger/proof')
      expect(status).toBe(200)
      const proofs = body['proofs'] as readonly {
        readonly id: string
        readonly wrong: number
        readonly examples: readonly { readonly text: string }[]
      }[]
      return {
        wrong: Object.fromEntries(
          proofs.filter(({ wrong }) => wrong > 0).map(({ id, examples }) => [id, examples.map(({ text }) => text)]),
        ),
        days: body['days'] as readonly JsonObject[],
      }
    }
    /** What only somebody with the database itself can do; all of it is put back. */
    const tampered = async (...statements: readonly string[]) => {
      const db = at.server.database
      for (const one of statements)
        await db.transaction(async (tx) => {
          await sql`set local session_replication_role = replica`.execute(tx)
          await sql.raw(one).execute(tx)
        })
    }

    test('tells what each record enters, as its schema says, in words', async () => {
      const { status, body } = await at.server.call('operator', 'GET', 'ledger/rules')
      expect(status).toBe(200)
      expect(body['rules']).toContainEqual({
        of: 'Factura',
        kind: 'Factura',
        on: 'Emitir',
        back: 'Anular',
        lines: [
          { amount: 'Subtotal', from: 'Por cobrar a empresa', to: 'Servicios prestados' },
          { amount: 'Importe del IGV', from: 'Por cobrar a empresa', to: 'Impuestos' },
        ],
      })
      expect(body['rules']).toContainEqual(
        expect.objectContaining({
          of: 'Liquidación',
          on: 'Emitir',
          lines: expect.arrayContaining([
            { amount: expect.stringMatching(/: Comisión, /), from: 'Comisiones', to: 'Por pagar a conductor' },
          ]) as unknown,
        }),
      )
    })

    test('counts all of it, and says what is wrong by its name', async () => {
      expect((await read()).wrong).toEqual({})
      await tampered(`update ledger_postings set amount = amount + 1, value = value + 0.01 where amount > 0`)
      expect((await read()).wrong).toEqual({ sums: ['Asiento 1'], balances: ['Billetera de cliente · Ana Paz'] })
      await tampered(
        `update ledger_postings set amount = amount - 1, value = value - 0.01 where amount > 0`,
        `update users set wallet_balance = 31 where id = ${person}`,
      )
      expect((await read()).wrong).toEqual({ wallets: ['Ana Paz'] })
      await tampered(`update users set wallet_balance = 30 where id = ${person}`)
      await at.put('liquidations', {
        id_driver: person,
        date_from: '2026-11-01',
        date_to: '2026-11-02',
        state: '9',
        number: 'L-2026-000001',
      })
      await at.put('liquidations', {
        id_driver: person,
        date_from: '2026-11-01',
        date_to: '2026-11-02',
        state: '9',
        number: 'L-2026-000004',
      })
      expect((await read()).wrong).toEqual({ numbers: ['L-2026-000002', 'L-2026-000003'] })
      await tampered(`delete from liquidations`)
    })

    test('calls an account by its kind in words and whose it is, in each entry, with what leads there', async () => {
      const { body } = await at.server.call('operator', 'GET', 'ledger_entries/1')
      const {
        rows: [account],
      } = await sql<{ id: number }>`select id from ledger_accounts where id_user = ${person}`.execute(
        at.server.database.db,
      )
      const came = ((body['item'] as JsonObject)['postings'] as readonly JsonObject[]).filter(
        ({ value }) => Number(value) > 0,
      )
      expect((body['item'] as JsonObject)['amount']).toBe(came.reduce((sum, { value }) => sum + Number(value), 0))
      expect(came).toMatchObject([
        {
          id_account: account?.id,
          ac_kind: 'client_wallet',
          ac_user: person,
          ac_user__label: 'Ana Paz',
          ac_company: null,
          ac_company__label: null,
        },
      ])
      const { text } = await at.server.call('operator', 'GET', 'ledger_entries/1', { export: 'csv', rows: 'postings' })
      expect(text).toContain('Billetera de cliente')
      expect(text).toContain('Ana Paz')
      expect(text).not.toContain('client_wallet')
      // The account's own page: its movements, each with its entry and the record that it comes from.
      const of = await at.server.call('operator', 'GET', 'ledger_postings', { id_account: account?.id ?? 0 })
      expect(of.body['items']).toMatchObject([
        { id_entry: 1, id_entry__label: 'Asiento 1', en_kind: 'recharge', en_source: 'wallets' },
      ])
      const id = (of.body['items'] as readonly JsonObject[])[0]?.['id'] ?? 0
      for (const [resource, asked, field] of [
        ['ledger_postings', id, 'value'],
        ['ledger_accounts', account?.id ?? 0, 'value'],
      ] as const) {
        const told = await at.server.call('operator', 'GET', 'ledger/explain', { resource, id: asked, field })
        expect(told.text).toContain('Billetera de cliente · Ana Paz')
      }
    })

    test('closes days that are over, once, in a chain that a change of the past breaks', async () => {
      const close = (now: Date) => at.server.database.transaction((tx) => closeDays(tx, now))
      expect(await close(NOW)).toBe(0)
      expect([await close(later(2)), await close(later(2))]).toEqual([2, 0])
      await at.server.database.transaction((tx) =>
        post(tx, {
          key: 'late',
          kind: 'adjustment',
          currency: 'PEN',
          effectiveAt: NOW,
          now: later(2),
          postings: [
            { account: { kind: 'bank' }, amount: -1n },
            { account: { kind: 'rounding' }, amount: 1n },
          ],
        }),
      )
      expect(await close(later(3))).toBe(1)
      const { days, wrong } = await read()
      expect([wrong, days.map(({ entries, holds }) => [entries, holds])]).toEqual([
        {},
        [
          [1, true],
          [0, true],
          [1, true],
        ],
      ])
      expect(new Set(days.map(({ hash }) => hash)).size).toBe(3)
      await tampered(`update ledger_entries set key = key || 'x' where kind = 'recharge'`)
      expect((await read()).wrong).toEqual({ days: [days[2]?.['day']] })
      await tampered(`update ledger_entries set key = rtrim(key, 'x') where kind = 'recharge'`)
      expect((await read()).wrong).toEqual({})
      await expect(
        at.server.database.transaction((tx) => sql`update ledger_days set hash = ''`.execute(tx)),
      ).rejects.toThrow(/books are not changed/)
    })

    test('is for the staff of the house', async () => {
      for (const role of ['companyA', 'readerA', 'none'] as const)
        expect((await at.server.call(role, 'GET', 'ledger/proof')).status, role).not.toBe(200)
    })

    test('and the books are closed to who works in one branch, and in no menu of theirs', async () => {
      const cusco = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
      const hugo = await personApp(
        at,
        'hugo',
        { type_user: '1', id_branch: cusco },
        { name: 'Operador Cusco', rights: 'all' },
      )
      await at.put('user_branches', { id_user: hugo.id, id_branch: cusco })
      at.server.runtime.changed('user_branches')
      const refused = await hugo.get('ledger/proof')
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('no tienen sucursal')])
      for (const path of ['ledger_entries', 'ledger_accounts', 'ledger_postings'])
        for (const input of [{}, { export: 'csv' }] as JsonObject[])
          expect((await hugo.get(path, input)).status, path).toBe(403)
      const menuOf = (answer: Answer): readonly string[] =>
        [...JSON.stringify((answer.body['user'] as JsonObject)['menu']).matchAll(/"id":"(ledger_\w+)"/g)].map(
          ([, id = '']) => id,
        )
      expect(menuOf(await hugo.get('verify', { app_version_code: 125 }))).toEqual([])
      expect(menuOf(await at.server.call('operator', 'GET', 'verify', { app_version_code: 125 }))).toEqual([
        'ledger_accounts',
        'ledger_entries',
        'ledger_proof',
      ])
      expect((await at.server.call('operator', 'GET', 'ledger_entries')).status).toBe(200)
    })
  }),
)
