import type { Field, MoneyStyle } from '#engine/model'
import { tableOf } from '#engine/client'
import { plainAmount, readAmount, type PriceEntry } from './amount'
import { rangeEdges, type Range } from './range'
import type { Reads } from './sheet-edits'

/** A cell's text as it is copied and edited. */
export const entryText = (entry: PriceEntry, style: MoneyStyle): string =>
  'text' in entry ? entry.text : plainAmount(entry.amount, style)

/** The selection as spreadsheets accept it: cells separated by tabs, a line for each row. */
export function copiedText({ entryAt }: Reads, range: Range, style: MoneyStyle): string {
  const { top, left, bottom, right } = rangeEdges(range)
  const line = (row: number): string =>
    Array.from({ length: right - left + 1 }, (_, at) => quoted(entryText(entryAt(row, left + at), style))).join('\t')
  return Array.from({ length: bottom - top + 1 }, (_, at) => line(top + at)).join('\n')
}

const quoted = (text: string): string => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** What a spreadsheet supplied, each cell read as a price. */
export function pastedTable(text: string, field: Field, style: MoneyStyle): readonly (readonly PriceEntry[])[] {
  const table = tableOf(text) ?? [[text.replace(/[\r\n]+$/, '')]]
  return table.map((line) => line.map((cell) => readAmount(cell, field, style)))
}
