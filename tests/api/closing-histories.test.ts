import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import * as fc from '../fast-check'
import { takeCommissions } from '../../custom/wallets/server'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const VERBS = [
  'ride',
  'ride',
  'ride',
  'handed_over',
  'handed_over',
  'called_off',
  'edit',
  'edit',
  'other_driver',
  'drop',
  'exclude',
  'include',
  'close',
  'close',
  'pay',
  'void',
  'recharge',
  'discount',
] as const
const step = fc.record({
  verb: fc.constantFrom(...VERBS),
  who: fc.nat(1),
  which: fc.nat(30),
  day: fc.integer({ min: 2, max: 20 }),
  cents: fc.integer({ min: 0, max: 4_000 }),
  flag: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** A ride as the test knows it, in cents. */
interface Known {
  id: number
  who: number
  driver: number
  held: number
  gone: boolean
  out: boolean
  before: readonly Part[]
  metres: number
  /** Commission that their wallet has paid by itself; null: this ride's waits for its statement. */
  taken: number | null
}
/** A driver who had the passenger before, and how far. */
interface Part {
  readonly who: number
  readonly metres: number
}

/** Rounded where parts meet, halves up. */
const upTo = (price: number, metres: number, all: number): number =>
  Number((2n * BigInt(price) * BigInt(metres) + BigInt(all)) / (2n * BigInt(all)))

/** What a ride comes to for one of the drivers, in cents. */
function dueTo(who: number, { who: ended_by, driver, held, before, metres }: Known): number {
  if (before.length === 0) return ended_by === who ? driver : 0
  const price = driver + Math.max(0, held)
  const parts = [...before, { who: ended_by, metres }]
  const all = parts.reduce((sum, part) => sum + part.metres, 0)
  let till = 0
  const shares = parts.map((part, i) => {
    const from = till
    till += part.metres
    // Where nobody got anywhere all of it is the last one's.
    return all === 0 ? (i === parts.length - 1 ? price : 0) : upTo(price, till, all) - upTo(price, from, all)
  })
  return (
    parts.reduce((sum, part, i) => sum + (part.who === who ? (shares[i] ?? 0) : 0), 0) -
    (ended_by === who ? Math.max(0, held) : 0)
  )
}

eachEngine((engine, open) =>
  describe('random histories of rides, edits, recharges, closings and voids', () => {
    let at: ServicesApp
    let names = 0
    beforeAll(async () => {
      at = await servicesApp(open, () => NOON)
      await at.call('root', 'app_driver/save', {
        app_driver_wallet_enabled: 1,
        app_driver_wallet_commission: 1,
        app_driver_wallet_block_amount: 0,
      })
    })

    const one = async (query: ReturnType<typeof sql<JsonObject>>): Promise<JsonObject> =>
      (await query.execute(at.server.database.db)).rows[0] ?? {}
    const change = (id: number, values: object) =>
      at.server.database.transaction((tx) => tx.updateTable('services').set(values).where('id', '=', id).execute())
    const units = (cents: number): string => (cents / 100).toFixed(2)
    const day = (of: number): string => `2026-11-${String(of).padStart(2, '0')}`

    /** What one history has so far. */
    class History {
      readonly rides: Known[] = []
      readonly wallets = [0, 0]
      constructor(readonly drivers: readonly number[]) {}

      async take({ verb, who, which, day: of, cents, flag }: Step): Promise<void> {
        const driver = this.drivers[who] ?? 0
        const ride = this.rides[which % Math.max(1, this.rides.length)]
        const price = (of: number) => ({
          price_total: units(of),
          price_toll: units(of % 200),
          price_fee: units(Math.floor(of / 10)),
          price_driver: units(of - Math.floor(of / 10)),
        })
        const net = (of: number, held: number) => of - Math.floor(of / 10) - held
        switch (verb) {
          case 'ride': {
            const held = flag ? cents : 0
            const id = await at.put('services', {
              id_client: at.id['ana'],
              id_product: at.id['taxi'],
              id_payment: at.id[flag ? 'cash' : 'credit'],
              id_driver: driver,
              state: 'finalized',
              outcome: 'finalized',
              date_finalized: `${day(of)}T15:00:00Z`,
              price_tax: '0',
              ...price(cents),
            })
            const ride: Known = {
              id,
              who,
              driver: net(cents, held),
              held,
              gone: false,
              out: false,
              before: [],
              metres: 0,
              taken: flag && which % 2 === 0 ? 0 : null,
            }
            this.rides.push(ride)
            return this.charge(ride, cents)
          }
          case 'handed_over': {
            const held = flag ? cents : 0
            const id = await at.put('services', {
              id_client: at.id['ana'],
              id_product: at.id['taxi'],
              id_payment: at.id[flag ? 'cash' : 'credit'],
              id_driver: driver,
              state: 'started',
              price_tax: '0',
            })
            // From the other driver to this one, or there and back.
            const whos = which % 2 === 0 ? [1 - who] : [who, 1 - who]
            const before = whos.map((one, i): Part => ({ who: one, metres: (which * 731 + cents * (i + 3)) % 5_000 }))
            const metres = which % 5 === 0 ? 0 : (cents * 7 + which) % 6_000
            for (const [i, part] of [...before, { who, metres }].entries()) {
              await at.put('service_legs', {
                id_service: id,
                position: i + 1,
                id_driver: this.drivers[part.who],
                date_start: NOON.toISOString(),
                date_end: NOON.toISOString(),
                distance: part.metres,
                duration: 0,
              })
            }
            await change(id, {
              state: 'finalized',
              outcome: 'finalized',
              date_finalized: `${day(of)}T15:00:00Z`,
              ...price(cents),
            })
            const ride: Known = {
              id,
              who,
              driver: net(cents, held),
              held,
              gone: false,
              out: false,
              before,
              metres,
              taken: flag && which % 2 === 0 ? 0 : null,
            }
            this.rides.push(ride)
            return this.charge(ride, cents)
          }
          case 'called_off': {
            const id = await at.put('services', {
              id_client: at.id['ana'],
              id_product: at.id['taxi'],
              id_payment: at.id['credit'],
              id_driver: driver,
              state: 'canceled',
              outcome: 'canceled',
              date_canceled: `${day(of)}T15:00:00Z`,
              price_cancel: units(cents),
            })
            return void this.rides.push({
              id,
              who,
              driver: cents,
              held: -1,
              gone: false,
              out: false,
              before: [],
              metres: 0,
              taken: null,
            })
          }
          case 'edit':
            if (!ride || ride.gone || ride.held < 0) return
            if (ride.held > 0) ride.held = cents
            ride.driver = net(cents, ride.held)
            await change(ride.id, price(cents))
            return this.charge(ride, cents)
          case 'other_driver':
            if (!ride || ride.gone) return
            await change(ride.id, { id_driver: driver })
            return this.charge(ride, null, who)
          case 'drop':
            if (!ride) return
            ride.gone = true
            await change(ride.id, { date_deleted: NOON.toISOString() })
            return this.charge(ride, 0)
          case 'exclude':
          case 'include':
            if (!ride) return
            if (
              (
                await this.post('exclude', {
                  id_service: ride.id,
                  excluded: verb === 'exclude' ? 1 : 0,
                  reason: 'Al azar',
                })
              ).status === 200
            )
              ride.out = verb === 'exclude'
            return
          case 'close': {
            const { body } = await this.post('generate', {
              date_from: day(of),
              date_to: day(Math.min(30, of + 6)),
              id_drivers: [driver],
            })
            for (const { id } of body['drafts'] as readonly { readonly id: number }[]) await this.post('issue', { id })
            return
          }
          case 'pay':
          case 'void': {
            const { id } = await one(
              sql`select id from liquidations where id_driver = ${driver} and state in ('1', '2')
                order by id desc limit 1`,
            )
            if (typeof id === 'number')
              await this.post(verb === 'pay' ? 'setPaid' : 'void', { id, date_paid: '2026-11-21', reason: 'Al azar' })
            return
          }
          case 'recharge':
          case 'discount': {
            const amount = verb === 'recharge' ? cents : -cents
            const { status, body } = await at.call('root', `wallets/${verb}`, { id_user: driver, amount: units(cents) })
            const done =
              status === 200 &&
              flag &&
              (await at.call('root', 'wallets/approve', { id: body['id'] ?? null })).status === 200
            if (status === 200 && !flag)
              expect(
                (await at.call('root', 'wallets/reject', { id: body['id'] ?? null, reason: 'Al azar' })).status,
              ).toBe(200)
            expect(done, `${verb} ${cents} of ${this.wallets[who]}`).toBe(
              flag && cents > 0 && (verb === 'recharge' || (this.wallets[who] ?? 0) + amount >= 0),
            )
            if (done) this.wallets[who] = (this.wallets[who] ?? 0) + amount
          }
        }
      }

      /**
       * What the program does at the end of a ride in cash, and within a minute of a change: `cents` is its price, null
       * where that stays; who has it now pays.
       */
      async charge(ride: Known, cents: number | null, who = ride.who): Promise<void> {
        const before = ride.taken ?? 0
        const owes = ride.taken === null ? 0 : cents === null ? before : Math.floor(cents / 10)
        this.wallets[ride.who] = (this.wallets[ride.who] ?? 0) + before
        ride.who = who
        this.wallets[who] = (this.wallets[who] ?? 0) - owes
        if (ride.taken === null) return
        ride.taken = owes
        await at.server.database.transaction((tx) => takeCommissions(tx, [ride.id], NOON))
      }

      post(path: string, input: JsonObject) {
        return at.call('root', `liquidations/${path}`, input)
      }

      /** What must be so whatever has happened. */
      async prove(): Promise<void> {
        for (const [who, driver] of this.drivers.entries()) {
          const { items } = await one(
            sql`select coalesce(sum(minor), 0)::integer as items from billable_items where id_driver = ${driver}`,
          )
          const kept = this.rides
            .filter((ride) => !ride.gone)
            .reduce((sum, ride) => sum + dueTo(who, ride) + (ride.who === who ? (ride.taken ?? 0) : 0), 0)
          expect(items, 'items are what rides come to').toBe(kept)
          const { owed, due } = await one(sql`select coalesce((select sum(round(amount * 100)) from liquidations
              where id_driver = ${driver} and state = '2'), 0)::integer as due,
          coalesce((select balance from ledger_accounts where key = ${`driver_payable:u${driver}:PEN`}),
            0)::integer as owed`)
          expect(owed, 'what is owed is what was issued and not paid').toBe(due)
          const { held, said } = await one(sql`select coalesce((select balance from ledger_accounts
              where key = ${`driver_wallet:u${driver}:PEN`}), 0)::integer as held,
          round(coalesce(wallet_balance, 0) * 100)::integer as said from users where id = ${driver}`)
          expect([held, said], 'wallets are the books').toEqual([this.wallets[who], this.wallets[who]])
        }
        const { rows } = await sql<{ readonly what: string }>`
        select 'an entry that is not zero' as what from ledger_postings group by id_entry having sum(amount) <> 0
        union all select 'a balance that is not its postings' from ledger_accounts a
        where a.balance <> coalesce((select sum(amount) from ledger_postings p where p.id_account = a.id), 0)
          or a.value * 100 <> a.balance
        union all select 'an item in a document that is not issued, or somebody else''s' from billable_items b
        join liquidations l on l.id = b.id_liquidation where l.state not in ('2', '3') or l.id_driver <> b.id_driver
        union all select 'parts that are not the whole' from service_legs l join services s on s.id = l.id_service
        group by s.id
          having coalesce(sum(l.minor), 0) <> case when s.date_deleted is null then round(coalesce(s.price_driver,
            0) * 100) else 0 end
        union all select 'a document that is not its items' from liquidations l
        where l.state in ('2', '3') and l.from_services
          and round(l.amount * 100) <> coalesce((select sum(minor) from billable_items b where b.id_liquidation = l.id),
            0)`.execute(at.server.database.db)
        expect(rows).toEqual([])
        const excluded = this.rides.filter(({ out }) => out).map(({ id }) => id)
        const { open: left } = await one(
          sql`select count(*)::integer as open from billable_items where id_service = any(${excluded}::bigint[])
            and side = 'driver' and id_liquidation is null and excluded is not true`,
        )
        expect(left, 'what is added to a service that is left out').toBe(0)
      }

      /** A last closing takes all that is open, and nothing of it twice. */
      async end(): Promise<void> {
        for (const ride of this.rides.filter(({ out }) => out)) {
          expect((await this.post('exclude', { id_service: ride.id, excluded: 0 })).status).toBe(200)
          ride.out = false
        }
        for (const id of this.drivers) {
          const { body } = await this.post('generate', {
            date_from: '2026-12-01',
            date_to: '2026-12-07',
            id_drivers: [id],
          })
          for (const draft of body['drafts'] as readonly { readonly id: number }[])
            await this.post('issue', { id: draft.id })
          const { rest } = await one(
            sql`select coalesce(sum(minor), 0)::integer as rest from billable_items
              where id_driver = ${id} and id_liquidation is null`,
          )
          expect(rest, 'nothing is left behind').toBe(0)
        }
      }
    }

    test('sums are zero, every item is in one issued document, balances are their postings', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }), async (steps) => {
          const drivers = [0, 1].map(() =>
            at.put('users', { type_user: '2', name: `Luis ${++names}`, surname: 'Paz', email: `azar${names}@test.pe` }),
          )
          const history = new History(await Promise.all(drivers))
          for (const next of steps) await history.take(next)
          await history.prove()
          await history.end()
          await history.prove()
        }),
        { numRuns: engine === 'postgres' ? 25 : 8, endOnFailure: true },
      )
    }, 300_000)
  }),
)
