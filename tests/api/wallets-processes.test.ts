import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type Town } from './races-fixture'

// One wallet with three processes on one PostgreSQL: `npm run test:races` tries a thousand spends.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const SPENDS = Number(process.env['RACE_SPENDS'] ?? 150)
/** More would only wait for one of a process' ten connections, and a busy machine lets them wait too long. */
const TILLS = 48
const [BALANCE, SPEND] = [1_050, 37]
/** Below zero: the house lets its drivers owe so much. */
const FLOOR = -500

if ('skipped' in postgres) {
  console.log(`skipped: a wallet of three processes: ${postgres.skipped}`)
  describe.skip(`a wallet of three processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('a wallet with three processes on one PostgreSQL', { retry: 0 }, () => {
    let town: Town
    let tokens: readonly string[]
    beforeAll(async () => {
      town = await openTown(postgres.url, 3)
      tokens = [await town.operator(), await town.operator(), await town.operator()]
      const [kept] = await town.query('select 1 from app_driver limit 1')
      if (!kept) await town.put('app_driver', {})
      await town.query('update app_driver set app_driver_wallet_enabled = true, app_driver_wallet_block_amount = $1', [
        FLOOR / 100,
      ])
    }, 120_000)
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    test('is never taken below its floor, however many spend from it at once, each pressed in two places', async () => {
      const id_user = await town.put('users', {
        type_user: '2',
        name: 'Mil',
        surname: 'Paz',
        language: 'es',
        wallet_balance: BALANCE / 100,
      })
      // From before there were books: the first spend brings it over.
      await town.put('wallets', {
        id_user,
        us_type: '2',
        transaction: 'recharge',
        name: 'Depósito',
        amount: BALANCE / 100,
        effect: BALANCE / 100,
        balance: BALANCE / 100,
        state: '2',
      })
      const ids = (
        await town.query<{ id: number }>(
          "insert into wallets (id_user, us_type, transaction, name, amount, effect, state) select $1, '2', 'discount', 'Gasto ' || n, $2, 0, '1' from generate_series(1, $3::int) as n returning id::int as id",
          [id_user, SPEND / 100, SPENDS],
        )
      ).map(({ id }) => id)
      const waiting = ids.flatMap((id, at) => [0, 1].map((more) => ({ id, process: (at + more) % 3 })))
      const said: { readonly id: number; readonly status: number; readonly body: object }[] = []
      await Promise.all(
        Array.from({ length: TILLS }, async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) {
            const { id, process } = next
            said.push({
              id,
              ...(await town.ask(town.servers[process]!, 'POST', 'admin/wallets/approve', tokens[process]!, { id })),
            })
          }
        }),
      )
      const done = said.filter(({ status }) => status === 200).map(({ id }) => id)
      const most = Math.floor((BALANCE - FLOOR) / SPEND)
      expect([done.length, new Set(done).size, [...new Set(said.map(({ status }) => status))].toSorted()]).toEqual([
        Math.min(most, SPENDS),
        done.length,
        [200, 409, 422],
      ])
      const left = BALANCE - SPEND * Math.min(most, SPENDS)
      const [held] = await town.query(
        `select a.balance::int as books, (u.wallet_balance * 100)::int as said, (select count(*)::int from wallets w
          where w.id_user = u.id and w.state = '2' and w.transaction = 'discount') as approved,
        (select min(p.balance * 100)::int from ledger_postings p where p.id_account = a.id) as lowest,
        (select count(*)::int from (select 1 from ledger_postings p group by id_entry
          having sum(p.amount) <> 0) as x) as wrong
        from users u join ledger_accounts a on a.id_user = u.id and a.kind = 'driver_wallet' where u.id = $1`,
        [id_user],
      )
      expect(held).toEqual({ books: left, said: left, approved: done.length, lowest: left, wrong: 0 })
      expect(left).toBeGreaterThanOrEqual(FLOOR)
    }, 300_000)
  })
}
