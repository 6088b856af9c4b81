import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import type { DemoClient } from '../model/trips'

const EXPENSES: readonly (readonly [
  name: string,
  icon: string,
  type_amount: string,
  amount: number | null,
  needs_photo: number,
])[] = [
  ['Combustible', 'local_gas_station', 'free', null, 1],
  ['Lavado', 'build', 'max', 40, 1],
  ['Estacionamiento', 'local_parking', 'free', null, 0],
  ['Peaje', 'toll', 'fixed', 7.5, 0],
]
const CENTRES = ['Administración', 'Operaciones', 'Ventas', 'Proyectos']
type Centres = ReadonlyMap<number, readonly number[]>
const NOON_S = 12 * 3600
/** Of guests of the first company: one that holds, and one whose days are over. */
const VOUCHERS = [
  { name: 'Visita de proveedores', code: 'VPRV-7K2M-X9QT', days: [-5, 55], max_amount: '120.00', max_rides: 20 },
  { name: 'Feria de invierno', code: 'FERA-W4N8-6HJD', days: [-70, -40], max_amount: '60.00', max_rides: 30 },
] as const

/** Vouchers by which guests of a company ride in the name of one of its people. */
export async function putDemoVouchers(
  writer: DemoWriter,
  moments: Moments,
  id_company: number,
  id_client: number,
): Promise<void> {
  const day = (days: number): string => moments.clock(days, NOON_S).toISOString().slice(0, 10)
  await writer.insert('vouchers', VOUCHERS.length, (at) => {
    const {
      days: [from, to],
      ...voucher
    } = VOUCHERS[at] ?? VOUCHERS[0]
    return {
      ...voucher,
      id_company,
      id_client,
      valid_from: day(from),
      valid_to: day(to),
      date_created: moments.clock(from - 2, NOON_S).toISOString(),
    }
  })
}

/**
 * Expenses of drivers, cost centres of the companies that use them, and their rules: why people ride may be said.
 * @returns the centres by their company
 */
export async function putDemoFinance(
  writer: DemoWriter,
  moments: Moments,
  withCentres: readonly number[],
): Promise<Centres> {
  const date_created = moments.clock(-100, NOON_S).toISOString()
  await writer.insert('expenses', EXPENSES.length, (at) => {
    const [name = '', icon = '', type_amount = 'free', amount = null, needs_photo = 0] = EXPENSES[at] ?? []
    return {
      name,
      icon,
      type_amount,
      amount: amount === null ? null : amount.toFixed(2),
      needs_photo,
      rank: at + 1,
      date_created,
    }
  })
  const centres = withCentres.flatMap((id_company) => CENTRES.map((name) => ({ id_company, name, date_created })))
  const ids = await writer.insert('company_cecos', centres.length, (at) => centres[at] ?? {})
  await writer.insert('company_rules', withCentres.length, (at) => ({
    id_company: withCentres[at] ?? 0,
    trip_reason: '1',
    date_created,
  }))
  return new Map(
    withCentres.map((id_company) => [id_company, ids.filter((_, at) => centres[at]?.id_company === id_company)]),
  )
}

/** What people of a company with cost centres ride for: each for the same one, and some for none. */
export const withCentres = (riders: readonly DemoClient[], centres: Centres): readonly DemoClient[] =>
  riders.map((rider, at) => {
    const of = centres.get(rider.id_company ?? 0) ?? []
    return { ...rider, id_company_ceco: of[at % (of.length + 1)] ?? null }
  })
