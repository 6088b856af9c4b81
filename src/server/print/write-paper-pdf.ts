import { drawPdf, printable } from '../export/write-pdf'
import type { Paper } from './paper'

/** A document as a pdf, laid out in a thread of its own whatever its size. */
export const writePaperPdf = (paper: Paper): AsyncGenerator<Uint8Array> => drawPdf({ paper: printableIn(paper) })

/** The same with texts that a page can show: every text of it, and no key or kind. */
function printableIn<T>(value: T): T {
  if (typeof value === 'string') return (value.startsWith('data:') ? value : printable(value)) as T
  if (Array.isArray(value)) return value.map((one: unknown) => printableIn(one)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, printableIn(one)])) as T
}
