import type { JsonObject } from '#engine/model'
import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import { integer, type Random } from '../model/random'

interface DemoFinance {
  /** Companies that use cost centres, and those that are invoiced. */
  readonly withCentres: readonly number[]
  readonly companies: readonly number[]
  readonly drivers: readonly number[]
}

const EXPENSES: readonly (readonly [name: string, icon: string, type_amount: string, amount: number | null, needs_photo: number])[] = [
  ['Combustible', 'local_gas_station', 'free', null, 1], ['Lavado', 'build', 'max', 40, 1], ['Estacionamiento', 'local_parking', 'free', null, 0], ['Peaje', 'toll', 'fixed', 7.5, 0],
]
const CENTRES = ['Administración', 'Operaciones', 'Ventas', 'Proyectos']
const CENTS = 100
const TAX = 18
const NOON_S = 12 * 3600

const decimal = (cents: number): string => (cents / CENTS).toFixed(2)

/** Expenses of drivers, cost centres, some settlements and invoices of last month, and movements of wallets. */
export async function putDemoFinance(writer: DemoWriter, random: Random, moments: Moments, { withCentres, companies, drivers }: DemoFinance): Promise<void> {
  const date_created = moments.clock(-100, NOON_S).toISOString()
  await writer.insert('expenses', EXPENSES.length, (at) => {
    const [name = '', icon = '', type_amount = 'free', amount = null, needs_photo = 0] = EXPENSES[at] ?? []
    return { name, icon, type_amount, amount: amount === null ? null : amount.toFixed(2), needs_photo, rank: at + 1, date_created }
  })
  const centres = withCentres.flatMap((id_company) => CENTRES.map((name) => ({ id_company, name, date_created })))
  await writer.insert('company_cecos', centres.length, (at) => centres[at] ?? {})
  const period = { date_from: moments.date(random, -37, -37), date_to: moments.date(random, -8, -8) }
  const date_issued = moments.date(random, -6, -6)
  const year = date_issued.slice(0, 4)
  const made = { date_created: moments.clock(-6, NOON_S).toISOString() }
  const settled = drivers.slice(0, 6).map((id_driver, at) => {
    const [rides, tolls, fee] = [integer(random, 60_000, 210_000), integer(random, 0, 9_000), -integer(random, 12_000, 90_000)]
    return { id_driver, state: ['3', '3', '2', '2', '2', '1'][at] ?? '1', lines: [['Servicios a crédito', rides], ['Peajes', tolls], ['Comisión de servicios en efectivo', fee]] as const }
  })
  const settlements = await writer.insert('liquidations', settled.length, (at): JsonObject => {
    const { id_driver = 0, state = '1', lines = [] } = settled[at] ?? {}
    const amount = lines.reduce((sum, [, cents]) => sum + cents, 0)
    const issued: JsonObject = state === '1' ? {} : { number: `L-${year}-${String(at + 1).padStart(6, '0')}`, date_issued }
    return { id_driver, state, ...period, ...made, ...issued, action_type: amount >= 0 ? 'pay' : 'charge', amount_price_driver: decimal(lines[0]?.[1] ?? 0), amount: decimal(amount), ...(state === '3' && { date_paid: moments.date(random, -3, -3) }) }
  })
  const items = settled.flatMap(({ lines }, at) => lines.map(([name, cents], rank) => ({ id_liquidation: settlements[at] ?? 0, name, amount: decimal(cents), rank: rank + 1, ...made })))
  await writer.insert('liquidation_items', items.length, (at) => items[at] ?? {})
  const billed = companies.slice(0, 5).map((id_company, at) => ({ id_company, state: ['2', '1', '1', '1', '0'][at] ?? '0', cents: integer(random, 90_000, 600_000) }))
  const invoices = await writer.insert('invoices', billed.length, (at): JsonObject => {
    const { id_company = 0, state = '0', cents = 0 } = billed[at] ?? {}
    const tax = Math.round((cents * TAX) / 100)
    const issued: JsonObject = state === '0' ? {} : { number: `F${String(at + 1).padStart(8, '0')}`, date_issued, date_due: moments.date(random, 24, 24) }
    return { id_company, state, ...period, ...made, ...issued, base: decimal(cents), pct_igv: TAX, igv: decimal(tax), total: decimal(cents + tax), ...(state === '2' && { date_paid: moments.date(random, -1, -1) }) }
  })
  await writer.insert('invoice_items', billed.length, (at) => {
    const price = decimal(billed[at]?.cents ?? 0)
    return { id_invoice: invoices[at] ?? 0, name: 'Servicios de transporte', quantity: '1.00', price, amount: price, rank: 1, ...made }
  })
  const asked = drivers.slice(0, 8).flatMap((id_user): JsonObject[] => [
    { id_user, transaction: 'recharge', name: 'Depósito en cuenta', cents: integer(random, 4_000, 20_000), day: -9, state: '2' },
    { id_user, transaction: 'discount', name: 'Comisión de servicios en efectivo', cents: integer(random, 1_000, 6_000), day: -4, state: '2' },
    { id_user, transaction: 'recharge', name: 'Depósito en cuenta', cents: integer(random, 2_000, 9_000), day: -1, state: id_user % 4 === 0 ? '3' : '1' },
  ])
  const held = new Map<number, number>()
  const movements = asked.map(({ day, cents, ...row }): JsonObject => {
    const id_user = Number(row['id_user'])
    const effect = row['state'] !== '2' ? 0 : row['transaction'] === 'discount' ? -Number(cents) : Number(cents)
    const after = (held.get(id_user) ?? 0) + effect
    held.set(id_user, after)
    return {
      ...row, us_type: '2', amount: decimal(Number(cents)), effect: decimal(effect), balance: row['state'] === '2' ? decimal(after) : null,
      reason: row['state'] === '3' ? 'El depósito no llegó a la cuenta' : null, date_created: moments.clock(Number(day), NOON_S).toISOString(),
    }
  })
  await writer.insert('wallets', movements.length, (at) => movements[at] ?? {})
  // Numbers go on after these.
  const counters: readonly (readonly [counter: readonly string[], last: number])[] = [
    [['liquidations', 'number', year], settled.filter(({ state }) => state !== '1').length], [['invoices', 'number'], billed.filter(({ state }) => state !== '0').length],
  ]
  await writer.insert('series_counters', counters.length, (at) => ({ counter: JSON.stringify(counters[at]?.[0] ?? []), last: counters[at]?.[1] ?? 0, ...made }))
}
