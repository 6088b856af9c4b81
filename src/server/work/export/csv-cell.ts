/**
 * The beginning of a formula (OWASP "CSV injection"), full-width forms included, with or without apostrophes before it.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const NEUTRALISED = /^'+[=+\-@\t\r\n＝＋－＠]/
/** Numbers, and the two of a place, begin with a sign but are no formulas. */
const NUMBERS = /^[+-]?\d+(\.\d+)?(,[+-]?\d+(\.\d+)?)*$/

/**
 * A value as a cell that no spreadsheet runs: an apostrophe precedes whatever looks like a formula. `plainText` removes
 * it again.
 */
export const safeText = (text: string): string => (FORMULA.test(text) && !NUMBERS.test(text) ? `'${text}` : text)

/** The original value of a cell that `safeText` made; any other text is unchanged. */
export const originalText = (cell: string): string => (NEUTRALISED.test(cell) ? cell.slice(1) : cell)

/** One line of RFC 4180, with its line end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(safeText(cell))).join(',')}\r\n`

const quoted = (cell: string): string => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
