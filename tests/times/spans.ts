import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

// Where a run's time goes (`npm test -- --times`): what the runners do not tell by themselves is told by whoever does
// it, a line each in a file of the process. Without that word nothing is written.

/** What a file of tests waits for before it can promise anything, and what of its time its own process reckoned. */
export type Span = 'template made' | 'template copied' | 'app' | 'server' | 'own processor'

/** A line that a process wrote. */
export interface SpanLine {
  readonly file: string
  readonly span: Span
  readonly ms: number
}

/** The folder of the lines; none: nobody asked. */
const folder = (): string | undefined => process.env['TEST_TIMES']

// A process has one file at a time.
let fileNow = ''

/** Whose time it is from here on. */
export const beginFile = (path: string): void => {
  fileNow = path
}

export function tellSpan(span: Span, ms: number): void {
  const into = folder()
  if (into === undefined) return
  const line: SpanLine = { file: fileNow, span, ms }
  appendFileSync(join(into, `spans-${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)
}

/** Does a piece of work, and tells how long it took. */
export async function timed<T>(span: Span, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    tellSpan(span, performance.now() - began)
  }
}
