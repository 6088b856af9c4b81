import { brokenText } from '#engine/model'
import type { DisplayStyle, Say } from '#engine/ui'
import type { PricedTrip, SheetTrip } from '../../model/sheet-call'
import type { SheetColumn } from './columns'
import type { TypedTable } from './read-file'
import { readTrip } from './read-trip'

/** One row of a sheet: as read, and its result. */
export interface SheetTripRow {
  /** As spreadsheets count: the heads are row 1. */
  readonly number: number
  readonly cells: readonly string[]
  readonly trip: SheetTrip
  /** Sentences, by column; '' for errors of the whole row. */
  readonly errors: { readonly [column: string]: string }
  /** Null: not priced (yet). */
  readonly priced: PricedTrip | null
}

/** The trips of a table; a row that cannot be read keeps its errors and is not priced. */
export function tripRows(
  { rows }: TypedTable,
  columns: ReadonlyMap<SheetColumn, number>,
  say: Say,
  style: DisplayStyle,
): readonly SheetTripRow[] {
  return rows.map((read, at) => {
    const cells = read.map((text) => brokenText(text)?.shown ?? text)
    const { trip, errors } = readTrip((column) => cells[columns.get(column) ?? -1] ?? '', style)
    const sentences = Object.entries(errors).map(
      ([column, error]) => [column, say(`fares.sheet.column_errors.${error}`)] as const,
    )
    const broken = [...columns].flatMap(([column, place]) => {
      const found = brokenText(read[place] ?? '')
      return found ? [[column, say('validation.import_bytes', { text: found.guess })] as const] : []
    })
    return { number: at + 2, cells, trip, errors: Object.fromEntries([...sentences, ...broken]), priced: null }
  })
}

/** All errors of a row in one text, each with its column. */
export const errorsText = (errors: SheetTripRow['errors'], say: Say): string =>
  Object.entries(errors)
    .map(([column, text]) => (column ? `${say(`fares.sheet.columns.${column}`)}: ${text}` : text))
    .join(' ')

export const hasErrors = ({ errors }: SheetTripRow): boolean => Object.keys(errors).length > 0

/** A row with its answer; an error of a stop is shown at the cell that names it. */
export function withAnswer(row: SheetTripRow, priced: PricedTrip): SheetTripRow {
  const last = row.trip.stops.length - 1
  const columnOf = (source: string): string => {
    const at = /^stops\.(\d+)/.exec(source)?.[1]
    if (at !== undefined)
      return /wait/.test(source) ? 'wait' : Number(at) === 0 ? 'from' : Number(at) === last ? 'to' : 'via'
    return OF_SOURCE[source] ?? ''
  }
  return {
    ...row,
    priced,
    errors: Object.fromEntries(Object.entries(priced.errors).map(([source, text]) => [columnOf(source), text])),
  }
}

const OF_SOURCE: { readonly [source: string]: SheetColumn | undefined } = {
  product: 'product',
  id_product: 'product',
  promotion: 'promotion',
  date_scheduled: 'date',
  capacity_1: 'capacity',
  is_return: 'return',
  distance: 'distance',
  duration: 'duration',
}

interface Sum {
  readonly currency: string
  readonly exponent: number
  readonly total: number
}

/** Sums by currency: tariffs of one company share a currency, but nothing here relies on it. */
export function currencySums(rows: readonly SheetTripRow[]): readonly Sum[] {
  const sums = new Map<string, Sum>()
  for (const { priced } of rows) {
    if (!priced?.fare) continue
    const { currency, exponent, total } = priced.fare
    sums.set(currency, { currency, exponent, total: total + (sums.get(currency)?.total ?? 0) })
  }
  return [...sums.values()]
}
