import { mostFrequent } from './read-csv'
import { storable, type Cell } from './sheet'

/** Rows searched for the header: nobody puts a table below more titles and notes. */
export const LOOK_ROWS = 40

/**
 * Which of the first rows (without blank ones) is the header: the first that is nearly as wide as most rows, so that
 * titles and notes above it are skipped, and whose cells are names.
 * @param typed whether cells have types of their own; where they have none (csv), a text that is a number is no name
 * @returns its place; null when that row already holds data
 */
export function findHeader(rows: readonly (readonly Cell[])[], typed: boolean): number | null {
  const widths = rows.slice(0, LOOK_ROWS).map((row) => row.filter(({ kind }) => kind !== 'empty').length)
  const usual = usualWidth(widths)
  const found = widths.findIndex((width, at) => width >= usual * 0.6 && !isNote(rows[at] ?? [], rows.length > at + 1))
  const row = rows[found]
  return row && isNames(row, typed) ? found : null
}

/**
 * How many cells most rows have. Titles and notes, alone in their rows above a table, do not count however many there
 * are.
 */
function usualWidth(widths: readonly number[]): number {
  const table = widths.slice(widths.findIndex((width) => width > 1))
  const wide = table.filter((width) => width > 1).length
  return mostFrequent(wide * 2 > table.length ? table : widths)
}

/** `# exported on ...`, alone in its row. */
function isNote(row: readonly Cell[], isFollowed: boolean): boolean {
  const [first, ...rest] = row
  return isFollowed && first !== undefined && /^#\s*\S/.test(first.text) && rest.every(({ kind }) => kind === 'empty')
}

/** Whether the cells name columns: texts, with few numbers among them (the years of a plan). */
function isNames(row: readonly Cell[], typed: boolean): boolean {
  const filled = row.filter(({ kind }) => kind !== 'empty')
  const names = filled.filter(({ kind, text }) => kind === 'text' && (typed || !/^[+-]?\d+([.,]\d+)?$/.test(text)))
  return names.length * 2 >= filled.length && filled.every(({ kind }) => kind === 'text' || kind === 'number')
}

/** Column names from header texts; repeated spaces and line ends within a name become one space. */
export const columnNames = (names: readonly string[]): string[] =>
  names.map((name) => storable(name).replace(/\s+/g, ' ').trim())

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}
