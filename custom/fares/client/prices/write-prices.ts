import type { MoneyStyle } from '#engine/model'
import type { Say } from '#engine/ui'
import { plainAmount, type Entry } from './amount'
import { entryAt, type Sheet } from './sheet-state'

export type PricesForm = 'matrix' | 'list'
export type PricesFormat = 'xlsx' | 'csv'

// Excel reads a file as UTF-8 only with this mark.
const MARK = '\ufeff'
// What would run as a formula becomes a text.
const FORMULA = /^[=+\-@\t\r]/
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The sheet as it stands, what is not saved yet included, as a file that the import reads back. */
export async function pricesFile(sheet: Sheet, form: PricesForm, format: PricesFormat, say: Say, style: MoneyStyle): Promise<Blob> {
  return format === 'xlsx' ? book(sheet, form, say) : csv(sheet, form, say, style)
}

async function csv(sheet: Sheet, form: PricesForm, say: Say, style: MoneyStyle): Promise<Blob> {
  const { default: Papa } = await import('papaparse')
  const text = Papa.unparse(linesOf(sheet, form, say, (entry) => ('text' in entry ? entry.text : plainAmount(entry.amount, style))), {
    delimiter: style.decimals_separator === ',' ? ';' : ',', escapeFormulae: FORMULA,
  })
  return new Blob([MARK, text], { type: 'text/csv;charset=utf-8' })
}

async function book(sheet: Sheet, form: PricesForm, say: Say): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx')
  const rows = linesOf(sheet, form, say, (entry) => ('text' in entry ? entry.text : entry.amount))
  const widths = form === 'list' ? [28, 28, 14] : [28, ...sheet.zones.map(() => 14)]
  const bytes = await writeXlsx({
    sheets: [{ name: say('prices.title'), columns: widths.map((width) => ({ width })), rows, freezePane: form === 'list' ? { rows: 1 } : { rows: 1, columns: 1 } }],
  })
  return new Blob([new Uint8Array(bytes)], { type: XLSX })
}

function linesOf<T>({ zones, ...rest }: Sheet, form: PricesForm, say: Say, cell: (entry: Entry) => T): (T | string)[][] {
  const entry = (row: number, column: number): T => cell(entryAt({ zones, ...rest }, row * zones.length + column))
  if (form === 'list') {
    return [
      [say('prices.from'), say('prices.to'), say('prices.amount')],
      ...zones.flatMap((from, row) => zones.map((to, column) => [from.name, to.name, entry(row, column)])),
    ]
  }
  return [[say('prices.corner'), ...zones.map(({ name }) => name)], ...zones.map((from, row) => [from.name, ...zones.map((_, column) => entry(row, column))])]
}
