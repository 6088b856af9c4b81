import { sql } from 'kysely'
import type { JsonObject } from '#engine/model'
import { type Database, type DemoWriter, enterRecord } from '#engine/server'
import { claimSettled } from '../../billing/server'
import type { Moments } from '../model/moments'
import { decimalOfCents, ridden, type Ridden } from './ridden'

interface DemoPayers {
  readonly companies: readonly number[]
  readonly areas: readonly { readonly id: number; readonly id_company: number }[]
  readonly drivers: readonly number[]
}

/** A settlement that was paid, for the wallet that it was paid into or out of. */
export interface PaidSettlement {
  readonly id_driver: number
  readonly number: string
  readonly cents: number
}

const TAX = 18
const NOON_S = 12 * 3600
/** Days that the documents are of, counted from today. */
const [FIRST, LAST, ISSUED, PAID] = [-37, -8, -6, -3]
const INVOICE_STATES = ['2', '1', '1', '1', '0']
/** Days until an invoice is due: one is late. */
const DUE_AFTER = [30, 30, 3]
const SETTLEMENT_STATES = ['3', '3', '2', '2', '2', '1']

/** Invoices of last month's rides of companies, and settlements of drivers': each line is what those rides came to. */
export async function putDemoDocuments(
  database: Database,
  writer: DemoWriter,
  moments: Moments,
  payers: DemoPayers,
): Promise<readonly PaidSettlement[]> {
  const issued = await putInvoices(database, writer, moments, payers.companies)
  const more = await putAreaInvoice(database, writer, moments, payers.areas, issued + 1)
  await putCounter(writer, ['invoices', 'number'], issued + more, madeAt(moments))
  const paid = await putSettlements(database, writer, moments, payers.drivers)
  // What those documents are of is in no later closing.
  await database.transaction(async (tx) => {
    const { rows } = await sql<{ readonly id: number }>`select distinct id_service as id from billable_items`.execute(
      tx,
    )
    await claimSettled(
      tx,
      rows.map(({ id }) => id),
    )
  })
  return paid
}

const day = (moments: Moments, at: number): string => moments.clock(at, 0).toISOString().slice(0, 10)
const madeAt = (moments: Moments): JsonObject => ({ date_created: moments.clock(ISSUED, NOON_S).toISOString() })
const periodOf = (moments: Moments): JsonObject => ({ date_from: day(moments, FIRST), date_to: day(moments, LAST) })

async function putInvoices(
  database: Database,
  writer: DemoWriter,
  moments: Moments,
  companies: readonly number[],
): Promise<number> {
  const all = await ridden(database, moments, 'id_company', FIRST, LAST)
  const billed = companies
    .map((id_company) => ({ id_company, of: all.filter(({ payer }) => Number(payer) === id_company) }))
    .filter(({ of }) => of.length > 0)
    .slice(0, INVOICE_STATES.length)
    .map((one, at) => ({ ...one, ...withoutTax(one.of), state: INVOICE_STATES[at] ?? '0' }))
  const made = madeAt(moments)
  const invoices = await writer.insert('invoices', billed.length, (at): JsonObject => {
    const { id_company = 0, state = '0', base = 0 } = billed[at] ?? {}
    const issued: JsonObject =
      state === '0'
        ? {}
        : {
            number: `F001-${String(at + 1).padStart(8, '0')}`,
            date_issued: day(moments, ISSUED),
            date_due: day(moments, ISSUED + (DUE_AFTER[at] ?? 30)),
          }
    return {
      id_company,
      state,
      ...periodOf(moments),
      ...made,
      ...issued,
      base: decimalOfCents(base),
      pct_igv: TAX,
      igv: decimalOfCents(taxOf(base)),
      total: decimalOfCents(base + taxOf(base)),
      paid: decimalOfCents(state === '2' ? base + taxOf(base) : 0),
      credited: '0.00',
      balance: decimalOfCents(state === '2' ? 0 : base + taxOf(base)),
      ...(state === '2' && { date_paid: day(moments, PAID) }),
    }
  })
  const items = billed.flatMap(({ of, nets }, at) =>
    of.map(({ product, rides }, place): JsonObject => {
      const amount = decimalOfCents(nets[place] ?? 0)
      return {
        id_invoice: invoices[at] ?? 0,
        name: `${product}: ${rides} servicio${rides === 1 ? '' : 's'}`,
        quantity: '1.00',
        price: amount,
        amount,
        rank: place + 1,
        ...made,
      }
    }),
  )
  await writer.insert('invoice_items', items.length, (at) => items[at] ?? {})
  const paid = billed.flatMap(({ state, base }, at) =>
    state === '2' ? [{ id_invoice: invoices[at] ?? 0, amount: decimalOfCents(base + taxOf(base)) }] : [],
  )
  const payments = await writer.insert(
    'invoice_payments',
    paid.length,
    (at): JsonObject => ({
      ...paid[at],
      date_paid: day(moments, PAID),
      method: 'transfer',
      reference: `OP-${40210 + at}`,
      state: '1',
      ...made,
    }),
  )
  // What an invoice bills is in no other, and in the books.
  await database.transaction(async (tx) => {
    for (const [at, { id_company, state }] of billed.entries()) {
      if (state === '0') continue
      const id = invoices[at] ?? 0
      await sql`update billable_items b set id_invoice = ${id} from services s
        where s.id = b.id_service and b.id_company = ${id_company} and b.side = 'company' and b.id_invoice is null
        and s.date_created >= ${moments.clock(FIRST, 0).toISOString()}::timestamptz
        and s.date_created < ${moments.clock(LAST + 1, 0).toISOString()}::timestamptz`.execute(tx)
      await enterRecord(tx, { entity: 'invoices', id, rule: 'issue', now: moments.clock(ISSUED, NOON_S), who: null })
      const place = paid.findIndex(({ id_invoice }) => id_invoice === id)
      if (place >= 0)
        await enterRecord(tx, {
          entity: 'invoice_payments',
          id: payments[place] ?? 0,
          rule: 'entry',
          now: moments.clock(PAID, NOON_S),
          who: null,
        })
    }
  })
  return billed.filter(({ state }) => state !== '0').length
}

/** One of the days after, for an area alone: of the first that has ridden at its company's expense. */
async function putAreaInvoice(
  database: Database,
  writer: DemoWriter,
  moments: Moments,
  areas: DemoPayers['areas'],
  place: number,
): Promise<number> {
  const all = await ridden(database, moments, 'id_company_area', LAST + 1, PAID - 1)
  const area = areas.find(({ id }) => all.some(({ payer }) => Number(payer) === id))
  if (!area) return 0
  const of = all.filter(({ payer }) => Number(payer) === area.id)
  const { base, nets } = withoutTax(of)
  const made = { date_created: moments.clock(PAID, NOON_S).toISOString() }
  const sums = {
    base: decimalOfCents(base),
    pct_igv: TAX,
    igv: decimalOfCents(taxOf(base)),
    total: decimalOfCents(base + taxOf(base)),
    paid: '0.00',
    credited: '0.00',
    balance: decimalOfCents(base + taxOf(base)),
  }
  const [id = 0] = await writer.insert(
    'invoices',
    1,
    (): JsonObject => ({
      id_company: area.id_company,
      id_company_area: area.id,
      by: 'area',
      state: '1',
      number: `F001-${String(place).padStart(8, '0')}`,
      date_issued: day(moments, PAID),
      date_due: day(moments, PAID + 30),
      date_from: day(moments, LAST + 1),
      date_to: day(moments, PAID - 1),
      ...made,
      ...sums,
    }),
  )
  await writer.insert('invoice_items', of.length, (at): JsonObject => {
    const { product = '', rides = 0 } = of[at] ?? {}
    const amount = decimalOfCents(nets[at] ?? 0)
    return {
      id_invoice: id,
      name: `${product}: ${rides} servicio${rides === 1 ? '' : 's'}`,
      quantity: '1.00',
      price: amount,
      amount,
      rank: at + 1,
      ...made,
    }
  })
  await database.transaction(async (tx) => {
    await sql`update billable_items b set id_invoice = ${id} from services s
      where s.id = b.id_service and b.id_company_area = ${area.id} and b.side = 'company' and b.id_invoice is null
      and s.date_created >= ${moments.clock(LAST + 1, 0).toISOString()}::timestamptz
      and s.date_created < ${moments.clock(PAID, 0).toISOString()}::timestamptz`.execute(tx)
    await enterRecord(tx, {
      entity: 'invoices',
      id: Number(id),
      rule: 'issue',
      now: moments.clock(PAID, NOON_S),
      who: null,
    })
  })
  return 1
}

const taxOf = (base: number): number => Math.round((base * TAX) / 100)

/**
 * Prices of rides have their tax within them, lines of an invoice have it below: with it they come to what the rides
 * cost, up to a cent.
 */
function withoutTax(of: readonly Ridden[]): { readonly base: number; readonly nets: readonly number[] } {
  const net = (cents: number): number => Math.round(cents / (1 + TAX / 100))
  const total = of.reduce((sum, one) => sum + one.total, 0)
  const base = net(total)
  const nets = of.map((one) => net(one.total))
  const rest = base - nets.reduce((sum, one) => sum + one, 0)
  return { base, nets: nets.map((one, at) => (at === 0 ? one + rest : one)) }
}

async function putSettlements(
  database: Database,
  writer: DemoWriter,
  moments: Moments,
  drivers: readonly number[],
): Promise<readonly PaidSettlement[]> {
  const all = await ridden(database, moments, 'id_driver', FIRST, LAST)
  const settled = drivers
    .map((id_driver) => ({ id_driver, ...settlementOf(all.filter(({ payer }) => Number(payer) === id_driver)) }))
    .filter(({ cents }) => cents !== 0)
    .slice(0, SETTLEMENT_STATES.length)
    .map((one, at) => ({
      ...one,
      state: SETTLEMENT_STATES[at] ?? '1',
      number: `L-${day(moments, ISSUED).slice(0, 4)}-${String(at + 1).padStart(6, '0')}`,
    }))
  const made = madeAt(moments)
  const ids = await writer.insert('liquidations', settled.length, (at): JsonObject => {
    const { id_driver = 0, state = '1', number = '', earned = 0, cents = 0 } = settled[at] ?? {}
    const issued: JsonObject = state === '1' ? {} : { number, date_issued: day(moments, ISSUED) }
    return {
      id_driver,
      state,
      ...periodOf(moments),
      ...made,
      ...issued,
      action_type: cents >= 0 ? 'pay' : 'charge',
      amount_price_driver: decimalOfCents(earned),
      amount: decimalOfCents(cents),
      ...(state === '3' && { date_paid: day(moments, PAID), reference: 'Billetera' }),
    }
  })
  const items = settled.flatMap(({ lines }, at) =>
    lines.map(([name, cents], rank) => ({
      id_liquidation: ids[at] ?? 0,
      name,
      amount: decimalOfCents(cents),
      rank: rank + 1,
      ...made,
    })),
  )
  await writer.insert('liquidation_items', items.length, (at) => items[at] ?? {})
  await putCounter(
    writer,
    ['liquidations', 'number', day(moments, ISSUED).slice(0, 4)],
    settled.filter(({ state }) => state !== '1').length,
    made,
  )
  return settled.filter(({ state }) => state === '3')
}

/**
 * The house owes a driver their part of what it was paid itself, and is owed its commission on what they were paid in
 * cash.
 */
function settlementOf(of: readonly Ridden[]): {
  readonly lines: readonly (readonly [name: string, cents: number])[]
  readonly cents: number
  readonly earned: number
} {
  const sum = (f: 'owed' | 'tolls' | 'cash_fee' | 'driver'): number => of.reduce((all, one) => all + one[f], 0)
  const lines = (
    [
      ['Servicios que no se pagaron en efectivo', sum('owed') - sum('tolls')],
      ['Peajes', sum('tolls')],
      ['Comisión de servicios en efectivo', -sum('cash_fee')],
    ] as const
  ).filter(([, cents]) => cents !== 0)
  return { lines, cents: lines.reduce((all, [, cents]) => all + cents, 0), earned: sum('driver') }
}

/** Numbers go on after these. */
async function putCounter(
  writer: DemoWriter,
  counter: readonly string[],
  last: number,
  made: JsonObject,
): Promise<void> {
  if (last > 0) await writer.insert('series_counters', 1, () => ({ counter: JSON.stringify(counter), last, ...made }))
}
