/** The beginning of a formula (OWASP "CSV injection"), full-width forms included, behind apostrophes or not. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/
const NEUTRALISED = /^'+[=+\-@\t\r\n＝＋－＠]/
/** Numbers, and the two of a place, begin with a sign and are none. */
const NUMBERS = /^[+-]?\d+(\.\d+)?(,[+-]?\d+(\.\d+)?)*$/

/** A value as a cell that no spreadsheet runs: an apostrophe stands before what looks like a formula. `plainText` takes it away again. */
export const safeText = (text: string): string => (FORMULA.test(text) && !NUMBERS.test(text) ? `'${text}` : text)

/** The value of a cell that `safeText` made; any other text stays as it is. */
export const plainText = (cell: string): string => (NEUTRALISED.test(cell) ? cell.slice(1) : cell)

/** One line of RFC 4180, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(safeText(cell))).join(',')}\r\n`

const quoted = (cell: string): string => (/[",;\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
