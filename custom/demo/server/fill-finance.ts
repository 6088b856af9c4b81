import type { DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'

const EXPENSES: readonly (readonly [name: string, icon: string, type_amount: string, amount: number | null, needs_photo: number])[] = [
  ['Combustible', 'local_gas_station', 'free', null, 1], ['Lavado', 'build', 'max', 40, 1], ['Estacionamiento', 'local_parking', 'free', null, 0], ['Peaje', 'toll', 'fixed', 7.5, 0],
]
const CENTRES = ['Administración', 'Operaciones', 'Ventas', 'Proyectos']
const NOON_S = 12 * 3600

/** Expenses of drivers, cost centres of the companies that use them, and their rules: why people ride may be said. */
export async function putDemoFinance(writer: DemoWriter, moments: Moments, withCentres: readonly number[]): Promise<void> {
  const date_created = moments.clock(-100, NOON_S).toISOString()
  await writer.insert('expenses', EXPENSES.length, (at) => {
    const [name = '', icon = '', type_amount = 'free', amount = null, needs_photo = 0] = EXPENSES[at] ?? []
    return { name, icon, type_amount, amount: amount === null ? null : amount.toFixed(2), needs_photo, rank: at + 1, date_created }
  })
  const centres = withCentres.flatMap((id_company) => CENTRES.map((name) => ({ id_company, name, date_created })))
  await writer.insert('company_cecos', centres.length, (at) => centres[at] ?? {})
  await writer.insert('company_rules', withCentres.length, (at) => ({ id_company: withCentres[at] ?? 0, trip_reason: '1', date_created }))
}
