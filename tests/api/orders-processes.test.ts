import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { privatePostgres } from '../postgres'
import '../postgres-setup'
import { openTown, type RaceAnswer, type Town } from './races-fixture'

// Accept, reject, cancel and deadline of the same order at the same moment in three processes on one PostgreSQL: `npm
// run test:races` tries 500 rounds.
const shared = inject('postgres') as { readonly url: string } | { readonly skipped: string } | undefined
const postgres: { readonly url: string; readonly stop?: () => Promise<void> } | { readonly skipped: string } =
  shared ?? (await privatePostgres())
const ROUNDS = Number(process.env['RACE_ORDERS'] ?? 40)
const LANES = 6
/** Answers come before a deadline, after it, and with it. */
const WITHIN_MS = 120

if ('skipped' in postgres) {
  console.log(`skipped: orders of three processes: ${postgres.skipped}`)
  describe.skip(`orders of three processes (${postgres.skipped})`, () => test('need PostgreSQL', () => {}))
} else {
  describe('an order with three processes on one PostgreSQL', { retry: 0 }, () => {
    let town: Town
    let operators: readonly string[]
    let store = { id: 0, id_partner: 0, id_type_store: 0 }
    beforeAll(async () => {
      town = await openTown(postgres.url, 3)
      operators = [await town.operator(), await town.operator(), await town.operator()]
      const id_partner = await town.put('companies', { type: '2', name: 'La Olla', document: '20100066603' })
      const id_type_store = await town.put('type_stores', { name: 'Restaurantes', coverage_radius: 20_000 })
      store = {
        id_partner,
        id_type_store,
        id: await town.put('stores', {
          id_partner,
          id_type_store,
          name: 'La Olla',
          address: 'Calle 1',
          accept_minutes: 5,
        }),
      }
    }, 120_000)
    afterAll(async () => {
      await town?.close()
      await postgres.stop?.()
    })

    const soon = (within_ms: number) => new Promise((done) => setTimeout(done, Math.random() * within_ms))
    const pick = (many: readonly string[]): string => many[Math.floor(Math.random() * many.length)] ?? ''
    const ask = async (path: string, token: string, input = {}): Promise<RaceAnswer> => {
      await soon(WITHIN_MS)
      return town.ask(town.servers[Math.floor(Math.random() * 3)]!, 'POST', path, token, input)
    }

    /** Who was quicker; everybody else is told who was, and when. */
    async function round(client: { readonly id: number; readonly token: string }): Promise<string> {
      const due = Math.random() < 0.6
      const id = await town.put('orders', {
        id_client: client.id,
        id_store: store.id,
        id_partner: store.id_partner,
        id_type_store: store.id_type_store,
        store_state: '1',
        dst_address: 'Av. Larco 1',
        price_articles: 20,
        price_total: 20,
        date_deadline: due ? new Date(Date.now() + Math.random() * WITHIN_MS) : null,
      })
      const wanted: [string, Promise<RaceAnswer>][] = [
        ['preparing', ask(`admin/delivery/active_orders/${id}/preparing`, pick(operators), { minutes: 15 })],
        ['reject', ask(`admin/delivery/active_orders/${id}/reject`, pick(operators), { reason: 'No hay' })],
        ['cancel', ask(`client/delivery/orders/${id}/cancel`, client.token)],
      ]
      if (Math.random() < 0.3)
        wanted.push([
          'preparing',
          ask(`admin/delivery/active_orders/${id}/preparing`, pick(operators), { minutes: 20 }),
        ])
      if (due) await soon(WITHIN_MS).then(() => town.query("select pg_notify('tr_jobs', 'delivery.deadlines')"))
      const answers = await Promise.all(wanted.map(async ([what, answer]) => ({ what, ...(await answer) })))
      const [order = { store_state: '', reason: null }] = await town.query<{
        readonly store_state: string
        readonly reason: string | null
      }>('select store_state, reason from orders where id = $1', [id])
      const lines = await town.query<{ readonly type_log: string }>(
        "select type_log from logs where target = 'orders' and id_target = $1 and changes ? 'store_state'",
        [id],
      )
      // One outcome, written once.
      expect(lines, JSON.stringify(answers)).toHaveLength(1)
      const won =
        lines[0]?.type_log === 'preparing'
          ? 'accepted'
          : order.reason === 'No hay'
            ? 'rejected'
            : order.reason?.startsWith('La tienda')
              ? 'late'
              : 'canceled'
      expect(order.store_state).toBe(won === 'accepted' ? '2' : '0')
      const outcome = { preparing: 'accepted', reject: 'rejected', cancel: 'canceled' } as const
      expect(
        answers.filter(({ status, what }) => status === 200 && outcome[what as keyof typeof outcome] === won),
        `${won}: ${JSON.stringify(answers)}`,
      ).toHaveLength(won === 'late' ? 0 : 1)
      for (const { what, status, body } of answers) {
        if (outcome[what as keyof typeof outcome] === won && status === 200) continue
        // Who had seen it go already no longer finds it among those that are active.
        if (what === 'cancel')
          expect([status, body['msg']], `${won}: ${JSON.stringify(body)}`).toEqual(
            won === 'accepted' ? [409, expect.stringContaining('aceptó')] : [200, expect.stringContaining('rechazado')],
          )
        else if (status !== 404)
          expect([what, status, body['conflict']], JSON.stringify(body)).toEqual([
            what,
            409,
            {
              by: won === 'late' ? null : expect.any(String),
              at: expect.any(String),
              state: order.store_state,
              fields: ['store_state'],
              version: expect.any(Number),
            },
          ])
      }
      return won
    }

    test(`has one outcome, and the others are told whose and when, in ${ROUNDS} rounds of accept, reject, cancel and deadline at once`, async () => {
      const tally: { [outcome: string]: number } = {}
      let left = ROUNDS
      const lanes = await Promise.allSettled(
        Array.from({ length: LANES }, async () => {
          const client = await town.client()
          while (left-- > 0) {
            const won = await round(client).catch((error: unknown) => {
              left = 0
              throw error
            })
            tally[won] = (tally[won] ?? 0) + 1
          }
        }),
      )
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
      console.log(
        `orders: ${ROUNDS} rounds: ${Object.entries(tally)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([what, n]) => `${what} ${n}`)
          .join(', ')}`,
      )
      expect(Object.values(tally).reduce((sum, n) => sum + n, 0)).toBe(ROUNDS)
      expect(Object.keys(tally).length).toBeGreaterThan(2)
    }, 1_800_000)
  })
}
