import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountKey, balance, post, reverse, toAmount, toCents, type Posting } from '../../custom/ledger/server'
import { oneEngine } from '../engines'
import * as fc from '../fast-check'
import { wholeApp, type WholeApp } from './whole-app'

const NOW = new Date('2026-11-23T17:00:00.000Z')
const PEN = 'PEN'

oneEngine((_engine, open) =>
  describe('the books', () => {
    let at: WholeApp
    let people: readonly number[] = []
    let keys = 0
    const wallet = (id_user: number) => ({ kind: 'client_wallet', id_user }) as const
    const put = (id_user: number, cents: bigint, more: Partial<Posting> = {}) =>
      at.server.database.transaction((tx) =>
        post(tx, {
          key: `test:${++keys}`,
          kind: cents > 0n ? 'recharge' : 'discount',
          currency: PEN,
          effectiveAt: NOW,
          now: NOW,
          postings: [
            { account: { kind: 'bank' }, amount: -cents },
            { account: wallet(id_user), amount: cents, floor: 0n },
          ],
          ...more,
        }),
      )
    const held = (id_user: number) => balance(at.server.database.db, wallet(id_user), PEN)
    const proof = async () =>
      (
        await sql<{ wrong: number }>`select (
    (select count(*) from (select 1 from ledger_postings p group by id_entry having sum(amount) <> 0) as x)
    + (select count(*) from ledger_accounts a where a.balance <> coalesce((select sum(amount) from ledger_postings p
      where p.id_account = a.id), 0))
    + (select count(*) from ledger_accounts a where a.value * 100 <> a.balance)
    + (select count(*) from ledger_postings p where p.value * 100 <> p.amount))::integer as wrong`.execute(
          at.server.database.db,
        )
      ).rows[0]?.wrong

    beforeAll(async () => {
      at = await wholeApp(open, () => NOW)
      people = await Promise.all(
        ['Ana', 'Luz', 'Eva'].map((name) =>
          at.put('users', { type_user: '3', name, surname: 'Paz', email: `${name}@test.pe` }),
        ),
      )
    })

    test('come to zero, and balances are their postings, whatever happens', async () => {
      const step = fc.record({
        who: fc.nat(2),
        cents: fc.bigInt({ min: -5_000n, max: 5_000n }).filter((one) => one !== 0n),
        back: fc.boolean(),
        again: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          for (const { who, cents, back, again } of steps) {
            const id = people[who] ?? 0
            const before = await held(id)
            const key = `walk:${++keys}`
            const done = await put(id, cents, { key }).catch((error: unknown) => {
              expect(error).toMatchObject({ code: 'VALIDATION', errors: { amount: { key: 'ledger.below_floor' } } })
              return null
            })
            expect(done === null).toBe(before + cents < 0n)
            if (!done) {
              expect(await held(id)).toBe(before)
              continue
            }
            expect([await held(id), done.balances.get(accountKey(wallet(id), PEN))]).toEqual([
              before + cents,
              before + cents,
            ])
            if (again) expect(await put(id, cents, { key })).toMatchObject({ id: done.id, isNew: false })
            if (back) {
              for (const isNew of [true, false])
                expect(
                  await at.server.database.transaction((tx) => reverse(tx, { of: key, effectiveAt: NOW, now: NOW })),
                ).toMatchObject({ isNew })
              expect(await held(id)).toBe(before)
            }
          }
          expect(await proof()).toBe(0)
        }),
        { numRuns: 12 },
      )
    })

    test('give the same key its entry, and refuse it with other data', async () => {
      const [id = 0] = people
      const before = await held(id)
      const same = await Promise.all(Array.from({ length: 10 }, () => put(id, 700n, { key: 'same' })))
      expect([
        new Set(same.map((one) => one.id)).size,
        same.filter(({ isNew }) => isNew).length,
        await held(id),
      ]).toEqual([1, 1, before + 700n])
      await expect(put(id, 701n, { key: 'same' })).rejects.toMatchObject({ code: 'CONFLICT', say: 'ledger.key_used' })
    })

    test('never let a thousand spends at once take a balance below its floor', async () => {
      const id = await at.put('users', { type_user: '3', name: 'Mil', surname: 'Paz', email: `mil${++keys}@test.pe` })
      await put(id, 10_000n)
      // Fifty tills of twenty spends each: more would only wait for one of the pool's ten connections, and a busy
      // machine lets them wait too long.
      const spent = (
        await Promise.all(
          Array.from({ length: 50 }, async () => {
            const done: PromiseSettledResult<unknown>[] = []
            for (let one = 0; one < 20; one++) done.push(...(await Promise.allSettled([put(id, -37n)])))
            return done
          }),
        )
      ).flat()
      const refused = spent.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      expect([spent.length - refused.length, await held(id)]).toEqual([270, 10n])
      for (const reason of refused)
        expect(reason).toMatchObject({
          errors: { amount: { key: 'ledger.below_floor', params: { balance: 'S/\u00a00.10', floor: 'S/\u00a00.00' } } },
        })
      expect(await proof()).toBe(0)
    }, 120_000)

    test('let two first spends wait for each other', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await at.put('users', { type_user: '3', name: 'Dos', surname: 'Paz', email: `dos${round}@test.pe` })
        await Promise.all(Array.from({ length: 8 }, () => put(id, 5n)))
        expect(await held(id)).toBe(40n)
      }
    })

    test('are neither changed nor removed, nor left without a sum, by PostgreSQL itself', async () => {
      await put(people[0] ?? 0, 100n)
      for (const said of [
        'update ledger_postings set amount = amount + 1',
        'delete from ledger_postings',
        "update ledger_entries set name = 'x'",
        'delete from ledger_entries',
        'truncate ledger_postings',
      ]) {
        await expect(sql.raw(said).execute(at.server.database.db), said).rejects.toThrow(/books are not changed/)
      }
      const loose = (amounts: readonly number[]) =>
        at.server.database.transaction(async (tx) => {
          const {
            rows: [entry],
          } = await sql<{
            id: number
          }>`insert into ledger_entries (key, input_hash, kind, effective_at, date_created, date_updated)
        values (${`loose:${++keys}`}, 'x', 'adjustment', now(), now(), now()) returning id`.execute(tx)
          for (const amount of amounts) {
            await sql`insert into ledger_postings (id_entry, id_account, amount, value, balance, date_created,
              date_updated)
          select ${entry?.id}, min(id), ${amount}, 0, 0, now(), now() from ledger_accounts`.execute(tx)
          }
        })
      await expect(loose([5])).rejects.toThrow(/does not come to zero/)
      await expect(loose([5, -4])).rejects.toThrow(/does not come to zero/)
      await expect(loose([])).rejects.toThrow(/no postings/)
      await expect(put(people[0] ?? 0, 1n, { postings: [{ account: { kind: 'bank' }, amount: 1n }] })).rejects.toThrow(
        RangeError,
      )
    })

    test("are read by the house's people with the right, and written by nobody through the catalogue", async () => {
      for (const path of ['ledger_accounts', 'ledger_entries']) {
        expect((await at.server.call('operator', 'GET', path)).status).toBe(200)
        for (const role of ['companyA', 'readerA'] as const) {
          const { status, body } = await at.server.call(role, 'GET', path)
          expect([
            path,
            role,
            status === 200 ? ((body['items'] as readonly unknown[] | undefined)?.length ?? 0) : 0,
          ]).toEqual([path, role, 0])
        }
        for (const verb of ['create', 'remove', 'merge'])
          expect(
            (await at.server.call('root', 'POST', `${path}/${verb}`, { id: 1 })).status,
            `${path}/${verb}`,
          ).not.toBe(200)
      }
    })

    test('write amounts as they read them', () => {
      fc.assert(
        fc.property(fc.bigInt({ min: -1_000_000_000_000_000n, max: 10n ** 15n }), (cents) => {
          expect(toCents(toAmount(cents))).toBe(cents)
        }),
      )
      expect(['8.165', '-8.165', '0.005', '28.95', '1'].map((one) => toCents(one))).toEqual([
        817n,
        -817n,
        1n,
        2895n,
        100n,
      ])
      expect(() => toCents('1e24')).toThrow(RangeError)
    })
  }),
)
