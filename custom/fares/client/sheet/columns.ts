import { fold } from '#engine/model'
import type { Say } from '#engine/ui'

/** What a sheet of trips may contain for each trip, in the order of the empty file. */
export const SHEET_COLUMNS = [
  'from',
  'to',
  'via',
  'date',
  'product',
  'promotion',
  'wait',
  'capacity',
  'return',
  'distance',
  'duration',
] as const
export type SheetColumn = (typeof SHEET_COLUMNS)[number]

/** Without one of these pairs a trip has no length. */
const NEEDED: readonly (readonly SheetColumn[])[] = [
  ['from', 'to'],
  ['distance', 'duration'],
]

/** The missing columns of the first pair; none where the sheet has either pair. */
export const lacking = (columns: ReadonlyMap<SheetColumn, number>): readonly SheetColumn[] =>
  NEEDED.some((pair) => pair.every((one) => columns.has(one)))
    ? []
    : (NEEDED[0] ?? []).filter((one) => !columns.has(one))

// Names used elsewhere, folded; the console's own words and the keys themselves are known in addition to these.
const ALSO: { readonly [column in SheetColumn]: readonly string[] } = {
  from: ['desde', 'origen', 'recojo', 'partida', 'from', 'origin', 'pickup'],
  to: ['hasta', 'destino', 'llegada', 'to', 'destination', 'dropoff'],
  via: ['paradas', 'paradas intermedias', 'via', 'stops'],
  date: ['fecha', 'hora', 'fecha y hora', 'date', 'time'],
  product: ['producto', 'servicio', 'product'],
  promotion: ['promocion', 'cupon', 'codigo', 'promotion', 'coupon'],
  wait: ['espera', 'minutos de espera', 'wait', 'waiting'],
  capacity: ['capacidad', 'pasajeros', 'capacity', 'passengers'],
  distance: ['distancia', 'kilometros', 'km', 'distance'],
  duration: ['duracion', 'tiempo', 'minutos', 'min', 'duration'],
  return: ['retorno', 'ida y vuelta', 'return'],
}

/** Where each column is in a sheet, by its head; the first of two alike counts. Unknown heads are ignored. */
export function sheetColumns(heads: readonly string[], say: Say): ReadonlyMap<SheetColumn, number> {
  const found = new Map<SheetColumn, number>()
  heads.forEach((head, at) => {
    const text = fold(head)
      .replace(/[_*()]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const column = SHEET_COLUMNS.find(
      (one) => text === one || text === fold(say(`fares.sheet.columns.${one}`)) || ALSO[one].includes(text),
    )
    if (column && !found.has(column)) found.set(column, at)
  })
  return found
}
