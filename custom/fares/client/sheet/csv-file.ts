import type { DisplayStyle, Say } from '#engine/ui'
import { LINE_KINDS } from '../../model/fare-schema'
import { SHEET_COLUMNS } from './columns'
import { errorsText, type SheetTripRow } from './sheet-rows'

// Excel reads a file as UTF-8 only with this mark.
const MARK = '\ufeff'

/** A csv as spreadsheets in this country open it, with anything that would run as a formula made a text. */
async function csvBlob(lines: readonly (readonly string[])[], style: DisplayStyle): Promise<Blob> {
  const { default: Papa } = await import('papaparse')
  const delimiter = style.decimals_separator === ',' ? ';' : ','
  const text = Papa.unparse(
    lines.map((line) => [...line]),
    { delimiter, escapeFormulae: FORMULA },
  )
  return new Blob([MARK, text], { type: 'text/csv;charset=utf-8' })
}

// A negative number or point is no formula.
const FORMULA = /^[=+@\t\r]|^-(?![\d.,;\s-]+$)/

/** The empty sheet, with one trip as an example. */
export const emptySheet = (say: Say, style: DisplayStyle): Promise<Blob> =>
  csvBlob(
    [
      SHEET_COLUMNS.map((column) => say(`fares.sheet.columns.${column}`)),
      SHEET_COLUMNS.map((column) => EXAMPLE[column] ?? ''),
    ],
    style,
  )

const EXAMPLE: { readonly [column: string]: string } = {
  from: 'Av. Larco 345, Miraflores',
  to: '-12.0464, -77.0428',
  date: '2026-11-21 08:30',
}

/** The sheet as read, with each trip's price after it: length, price, its lines by kind, its errors. */
export function pricedFile(
  heads: readonly string[],
  rows: readonly SheetTripRow[],
  say: Say,
  style: DisplayStyle,
): Promise<Blob> {
  const used = new Set(rows.flatMap(({ priced }) => priced?.fare?.lines.map(({ kind }) => kind) ?? []))
  const kinds = LINE_KINDS.filter((kind) => used.has(kind))
  const rounded = (value: number | null | undefined, unit: number, parts: number): string =>
    typeof value === 'number'
      ? String(Math.round((value / unit) * parts) / parts).replace('.', style.decimals_separator)
      : ''
  const units = (minor: number, exponent: number): string =>
    (minor / 10 ** exponent).toFixed(exponent).replace('.', style.decimals_separator)
  const metres = style.distance_unit === 'mi' ? 1609.344 : 1000
  const more = [
    `${say('fares.sheet.distance')} (${style.distance_unit})`,
    `${say('fares.sheet.duration')} (min)`,
    say('fares.sheet.currency'),
    ...kinds.map((kind) => say(`fares.kinds.${kind}`)),
    say('fares.sheet.total'),
    say('fares.sheet.errors'),
  ]
  const body = rows.map(({ cells, priced, errors }) => {
    const fare = priced?.fare
    const ofKind = (kind: string): string => {
      const lines = fare?.lines.filter((line) => line.kind === kind) ?? []
      return fare && lines.length > 0
        ? units(
            lines.reduce((sum, { amount }) => sum + amount, 0),
            fare.exponent,
          )
        : ''
    }
    return [
      ...cells,
      rounded(priced?.distance, metres, 1000),
      rounded(priced?.duration, 60, 10),
      fare?.currency ?? '',
      ...kinds.map(ofKind),
      fare ? units(fare.total, fare.exponent) : '',
      errorsText(errors, say),
    ]
  })
  return csvBlob([[...heads, ...more], ...body], style)
}
