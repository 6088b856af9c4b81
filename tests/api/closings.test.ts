import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const WEEK = { date_from: '2026-11-09', date_to: '2026-11-15' }

eachEngine((engine, open) => {
  let at: ServicesApp
  let names = 0
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  const driver = (): Promise<number> =>
    at.put('users', { type_user: '2', name: `Luis ${++names}`, surname: 'Paz', email: `luis${names}@test.pe` })
  const prices = {
    price_total: '20',
    price_tax: '0',
    price_toll: '2',
    price_wait: '1',
    price_fee: '4',
    price_driver: '16',
  }
  const ride = (id_driver: number, more: { readonly [column: string]: unknown } = {}): Promise<number> =>
    at.put('services', {
      id_client: at.id['ana'],
      id_product: at.id['taxi'],
      id_payment: at.id['credit'],
      id_driver,
      state: 'finalized',
      outcome: 'finalized',
      date_finalized: '2026-11-10T15:00:00Z',
      ...prices,
      ...more,
    })
  const change = (id: number, values: object): Promise<unknown> =>
    at.server.database.transaction((tx) => tx.updateTable('services').set(values).where('id', '=', id).execute())
  const items = async (id_service: number, side = 'driver') =>
    (
      await sql<{
        readonly kind: string
        readonly minor: number
        readonly revision: number
        readonly id_liquidation: number | null
      }>`
    select kind, minor, revision, id_liquidation from billable_items where id_service = ${id_service} and side = ${side}
    order by id`.execute(at.server.database.db)
    ).rows
  const post = (path: string, input: JsonObject, role: Parameters<ServicesApp['call']>[0] = 'root') =>
    at.call(role, `liquidations/${path}`, input)
  const draftOf = async (id_driver: number, period: JsonObject = WEEK): Promise<number> => {
    const { status, text, body } = await post('generate', { ...period, id_drivers: [id_driver] })
    expect(status, text).toBe(200)
    return (body['drafts'] as readonly { readonly id: number }[])[0]?.id ?? 0
  }
  const read = async (id: number): Promise<JsonObject> =>
    (await at.get('root', `liquidations/${id}`)).body['item'] as JsonObject

  describe('what a service comes to', () => {
    test('is written once it ends, for its driver and its company, and later only what a change adds or takes', async () => {
      const id = await ride(await driver(), { id_company: at.server.ids.companies.a })
      const kinds = (rows: Awaited<ReturnType<typeof items>>) =>
        Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]))
      expect(kinds(await items(id))).toEqual({ ride: 1700, toll: 200, waiting: 100, commission: -400 })
      expect(kinds(await items(id, 'company'))).toEqual({ ride: 1700, toll: 200, waiting: 100 })
      await change(id, { notes: 'nothing that counts' })
      expect(await items(id)).toHaveLength(4)
      await change(id, { price_fee: '5', price_driver: '15' })
      expect((await items(id)).slice(4)).toMatchObject([{ kind: 'commission', minor: -100, revision: 2 }])
      await change(id, { state: 'started' })
      expect((await items(id)).reduce((sum, { minor }) => sum + minor, 0)).toBe(0)
    })

    test('of a ride in cash is what the driver owes, of one that was called off what was charged', async () => {
      const sum = async (id: number) => (await items(id)).reduce((all, { minor }) => all + minor, 0)
      expect(await sum(await ride(await driver(), { id_payment: at.id['cash'] }))).toBe(-400)
      expect(
        await sum(
          await ride(await driver(), {
            state: 'canceled',
            outcome: 'canceled',
            price_cancel: '5',
            date_canceled: '2026-11-10T15:00:00Z',
            date_finalized: null,
          }),
        ),
      ).toBe(500)
    })
  })

  describe('a closing', () => {
    test('says what it would take, takes it when it is issued, and frees it when it is void', async () => {
      const id_driver = await driver()
      const [late, one, two] = [
        await ride(id_driver, { date_finalized: '2026-11-01T15:00:00Z' }),
        await ride(id_driver),
        await ride(id_driver, { id_payment: at.id['cash'] }),
      ]
      // Midnight in Lima, where the branch and the house are: the first ride of the next week.
      const next = await ride(id_driver, { date_finalized: '2026-11-16T05:00:00Z' })
      const [row] = (await post('preview', { ...WEEK, id_driver })).body['drivers'] as readonly JsonObject[]
      expect(row).toMatchObject({ services: 3, earned: 32, cash: -20, earlier: 16, net: 28, draft: null, issued: null })
      const id = await draftOf(id_driver)
      expect(await read(id)).toMatchObject({
        amount: 28,
        action_type: 'pay',
        amount_price_driver: 32,
        number: null,
        state: '1',
      })
      expect((await items(one))[0]?.id_liquidation).toBeNull()
      // Asked for again it is the same draft.
      expect(await draftOf(id_driver)).toBe(id)
      expect((await post('issue', { id })).status).toBe(200)
      for (const of of [late, one, two])
        expect(new Set((await items(of)).map(({ id_liquidation }) => id_liquidation))).toEqual(new Set([id]))
      expect((await items(next))[0]?.id_liquidation).toBeNull()
      // The same days come to nothing more.
      expect(await draftOf(id_driver)).toBe(0)
      expect((await post('void', { id, reason: 'Error' })).status).toBe(200)
      expect((await items(one))[0]?.id_liquidation).toBeNull()
      const again = await draftOf(id_driver)
      expect((await post('issue', { id: again })).status).toBe(200)
      expect((await read(again))['number']).not.toBe((await read(id))['number'])
      // A change after it was issued comes with the next one, as from earlier.
      await change(one, { price_fee: '5', price_driver: '15' })
      const later = await draftOf(id_driver, { date_from: '2026-11-16', date_to: '2026-11-22' })
      expect((await read(later))['items']).toMatchObject([
        { kind: 'ride' },
        { kind: 'waiting' },
        { kind: 'toll' },
        { kind: 'commission' },
        { kind: 'earlier', amount: -1 },
      ])
    })

    test('that its driver owes is charged; one that services have changed under since is not issued unseen', async () => {
      const id_driver = await driver()
      const id_service = await ride(id_driver, { id_payment: at.id['cash'] })
      const id = await draftOf(id_driver)
      expect(await read(id)).toMatchObject({ amount: -4, action_type: 'charge' })
      await change(id_service, { price_fee: '6', price_driver: '14' })
      const { status, text } = await post('issue', { id })
      expect([status, text]).toEqual([409, expect.stringContaining('cambiaron')])
      expect((await items(id_service))[0]?.id_liquidation).toBeNull()
      await draftOf(id_driver)
      expect((await post('issue', { id })).status).toBe(200)
      expect((await at.call('root', 'liquidations/remove', { id })).status).not.toBe(200)
    })

    test('is written into the books when it is issued, paid and void, once each, and the books come to zero', async () => {
      const id_driver = await driver()
      const other = await driver()
      for (const of of [id_driver, other]) await ride(of)
      await ride(id_driver, { id_payment: at.id['cash'] })
      const held = async (kind: string, whose: string) =>
        Number(
          (
            await sql<{
              readonly value: string | null
            }>`select value from ledger_accounts where key = ${`${kind}:${whose}PEN`}`.execute(at.server.database.db)
          ).rows[0]?.value ?? 0,
        )
      const house = async () => ({
        fares: await held('fares', ''),
        commission: await held('commission', ''),
        bank: await held('bank', ''),
      })
      const entries = async (id: number) =>
        (
          await sql<{
            readonly kind: string
            readonly reverses: number | null
          }>`select kind, reverses from ledger_entries where source = 'liquidations' and id_source = ${id}
            order by id`.execute(at.server.database.db)
        ).rows
      const start = await house()
      const id = await draftOf(id_driver)
      expect(await entries(id)).toEqual([])
      expect((await post('issue', { id })).status).toBe(200)
      const mine = `u${id_driver}:`
      expect([await held('driver_payable', mine), await held('driver_cash', mine)]).toEqual([12, 20])
      expect(await house()).toEqual({ fares: start.fares - 40, commission: start.commission + 8, bank: start.bank })
      expect((await post('setPaid', { id, date_paid: '2026-11-17' })).status).toBe(200)
      expect((await post('setPaid', { id, date_paid: '2026-11-17' })).status).not.toBe(200)
      expect([await held('driver_payable', mine), (await house()).bank - start.bank]).toEqual([0, 12])
      expect((await entries(id)).map(({ kind }) => kind)).toEqual(['item', 'payment'])
      const paid = await house()
      // What is owed when it is issued stands on it, whatever is paid since.
      expect(await read(id)).toMatchObject({ balance_before: 0, balance_after: 12 })
      await ride(id_driver, { date_finalized: '2026-11-17T15:00:00Z' })
      const after = await draftOf(id_driver, { date_from: '2026-11-16', date_to: '2026-11-22' })
      expect((await at.get('root', `liquidations/${after}?export=html`)).text).toContain(`Liquidación #${after}`)
      expect((await at.get('root', `liquidations/${id}?export=html`)).text).toContain('Saldo con esta liquidación')
      const wrong = await draftOf(other)
      expect((await post('issue', { id: wrong })).status).toBe(200)
      expect(await held('driver_payable', `u${other}:`)).toBe(16)
      expect((await post('void', { id: wrong, reason: 'Error' })).status).toBe(200)
      expect([await held('driver_payable', `u${other}:`), await house()]).toEqual([0, paid])
      expect((await entries(wrong)).map(({ kind }) => kind)).toEqual(['item', 'reversal'])
      // A draft that is void was never in the books.
      const draft = await draftOf(other)
      expect((await post('void', { id: draft, reason: 'Error' })).status).toBe(200)
      expect(await entries(draft)).toEqual([])
      const {
        rows: [sum],
      } = await sql<{ readonly wrong: number }>`select (
        (select count(*) from (select 1 from ledger_postings group by id_entry having sum(amount) <> 0) as x)
        + (select count(*) from ledger_accounts a where a.balance <> coalesce((select sum(amount) from ledger_postings p
          where p.id_account = a.id), 0)))::integer as wrong`.execute(at.server.database.db)
      expect(sum?.wrong).toBe(0)
    })

    test('leaves out what is excluded, with a reason, and what nobody has looked at yet', async () => {
      const id_driver = await driver()
      const [out, waits] = [
        await ride(id_driver),
        await ride(id_driver, { review: 'pending' }),
        await ride(id_driver, {
          price_total: '0',
          price_toll: '0',
          price_wait: '0',
          price_fee: '0',
          price_driver: '1',
        }),
      ]
      expect((await post('exclude', { id_service: out, excluded: 1 })).status).toBe(422)
      expect((await post('exclude', { id_service: out, excluded: 1, reason: 'Prueba' })).status).toBe(200)
      const [row] = (await post('preview', { ...WEEK, id_driver })).body['drivers'] as readonly JsonObject[]
      // Left out while it waits: one service in two ways.
      expect((await post('exclude', { id_service: waits, excluded: 1, reason: 'Prueba' })).status).toBe(200)
      const [both] = (await post('preview', { ...WEEK, id_driver })).body['drivers'] as readonly JsonObject[]
      expect([row?.['to_look_at'], both?.['to_look_at'], both?.['odd']]).toMatchObject([
        3,
        3,
        { waiting: 1, excluded: 2, zero: 1 },
      ])
      expect((await post('exclude', { id_service: waits, excluded: 0 })).status).toBe(200)
      expect((await post('oddServices', { ...WEEK, id_driver })).body['services']).toMatchObject([
        { id_service: out, why: ['excluded'], reason: 'Prueba' },
        { id_service: waits, why: ['waiting'] },
        { why: ['zero'] },
      ])
      const id = await draftOf(id_driver)
      expect((await read(id))['amount']).toBe(1)
      expect((await post('exclude', { id_service: out, excluded: 0 })).status).toBe(200)
      await change(waits, { review: 'done' })
      await draftOf(id_driver)
      expect((await read(id))['amount']).toBe(33)
      // One that is removed while it is left out can be taken back in, and comes to nothing.
      expect((await post('exclude', { id_service: out, excluded: 1, reason: 'Prueba' })).status).toBe(200)
      await change(out, { date_deleted: NOON.toISOString() })
      expect((await post('exclude', { id_service: out, excluded: 1, reason: 'Prueba' })).status).toBe(404)
      expect((await post('exclude', { id_service: out, excluded: 0 })).status).toBe(200)
      await draftOf(id_driver)
      expect((await read(id))['amount']).toBe(17)
    })

    test('tells what is in no statement yet, by the days since it ended, apart from what is kept out', async () => {
      const radar = async () =>
        (await at.get('root', 'liquidations/radar')).body as {
          readonly bands: readonly { readonly to: number | null; readonly services: number; readonly amount: number }[]
          readonly excluded: number
        }
      const before = await radar()
      const id_driver = await driver()
      // The test's day is the 21st: 11 days ago, on the last day of the first band, and long ago.
      for (const at of ['2026-11-10T15:00:00Z', '2026-11-14T15:00:00Z', '2026-06-01T15:00:00Z'])
        await ride(id_driver, { date_finalized: at })
      const out = await ride(id_driver)
      expect((await post('exclude', { id_service: out, excluded: 1, reason: 'Prueba' })).status).toBe(200)
      const after = await radar()
      const more = after.bands.map(({ to, services, amount }, at) => [
        to,
        services - (before.bands[at]?.services ?? 0),
        Math.round(amount - (before.bands[at]?.amount ?? 0)),
      ])
      expect([more, after.excluded - before.excluded]).toEqual([
        [
          [7, 1, 16],
          [15, 1, 16],
          [30, 0, 0],
          [60, 0, 0],
          [null, 1, 16],
        ],
        1,
      ])
      expect((await at.get('companyA', 'liquidations/radar')).status).not.toBe(200)
    })

    test('is found by the name of its driver', async () => {
      const id_driver = await at.put('users', {
        type_user: '2',
        name: `Wenceslao ${++names}`,
        surname: 'Quispe',
        email: `wences${names}@test.pe`,
      })
      await ride(id_driver)
      const id = await draftOf(id_driver)
      const { items: found } = (await at.get('root', `liquidations?q=wenceslao+${names}`)).body as {
        readonly items: readonly JsonObject[]
      }
      expect(found.map((one) => one['id'])).toEqual([id])
    })

    test('of one driver is issued once, however many are tried at the same moment', async () => {
      const id_driver = await driver()
      await ride(id_driver)
      const all = await Promise.all(
        Array.from({ length: engine === 'postgres' ? 100 : 8 }, () =>
          post('generate', { ...WEEK, id_drivers: [id_driver] }),
        ),
      )
      const drafts = new Set(
        all
          .filter(({ status }) => status === 200)
          .flatMap(({ body }) => (body['drafts'] as readonly { readonly id: number }[]).map(({ id }) => id)),
      )
      expect(drafts.size).toBe(1)
      const [id = 0] = drafts
      const issued = await Promise.all(
        Array.from({ length: engine === 'postgres' ? 100 : 8 }, () => post('issue', { id })),
      )
      expect(issued.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    test('is for the staff of the house alone', async () => {
      const id_driver = await driver()
      for (const role of ['companyA', 'readerA', 'reader', 'none'] as const) {
        for (const path of ['preview', 'generate', 'oddServices'])
          expect(
            (await post(path, { ...WEEK, id_driver, id_drivers: [id_driver] }, role)).status,
            `${role} ${path}`,
          ).not.toBe(200)
      }
    })
  })
})
