import { drawPdf, printable } from '../pdf/write-pdf'
import type { Paper, PaperSheet, SheetBlock, SheetFact } from '../pdf/paper'

/** A document as a pdf, laid out in a thread of its own whatever its size. */
export async function* writePaperPdf(paper: Paper): AsyncGenerator<Uint8Array> {
  let begun = false
  try {
    for await (const piece of drawPdf({ paper: printableIn(paper) })) {
      begun = true
      yield piece
    }
  } catch (error) {
    const plain = { ...paper, sheets: paper.sheets.map(withoutPictures) }
    // A picture that is broken inside keeps nobody from their paper.
    if (begun || JSON.stringify(plain) === JSON.stringify(paper)) throw error
    yield* drawPdf({ paper: printableIn(plain) })
  }
}

function withoutPictures(sheet: PaperSheet): PaperSheet {
  const plainFacts = (facts: readonly SheetFact[]): SheetFact[] => facts.map(({ label, value }) => ({ label, value }))
  return {
    ...sheet,
    blocks: sheet.blocks.map((block): SheetBlock => {
      switch (block.kind) {
        case 'fields':
          return { ...block, facts: plainFacts(block.facts) }
        case 'parties':
          return {
            ...block,
            parties: block.parties.map(({ title, facts }) => ({ title, facts: plainFacts(facts) })),
          }
        case 'rows':
          return { ...block, rows: block.rows.map(({ cells, inner }) => ({ cells, inner })) }
        default:
          return block
      }
    }),
  }
}

/** The same with texts that a page can show: every text of it, and no key or kind. */
function printableIn<T>(value: T): T {
  if (typeof value === 'string') return (value.startsWith('data:') ? value : printable(value)) as T
  if (Array.isArray(value)) return value.map((one: unknown) => printableIn(one)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, printableIn(one)])) as T
}
