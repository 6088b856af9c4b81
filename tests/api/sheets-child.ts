import { readFileSync } from 'node:fs'
import { rssOf } from '../rss'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import { UnreadableFile } from '../../src/server/platform/sheets/decode-text'

// Reads one file in a process of its own and says in a line of JSON what came of it, and what it cost.
const [path = '', limits = '{}'] = process.argv.slice(2)

/** This process with those that it has started. */
function memory(): number {
  const children = readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
  return process.memoryUsage.rss() + children.reduce((sum, pid) => sum + rssOf(pid), 0)
}
const before = memory()
let peak = before
let gap_ms = 0
let last = performance.now()
const watch = setInterval(() => {
  const now = performance.now()
  gap_ms = Math.max(gap_ms, now - last)
  last = now
  peak = Math.max(peak, memory())
}, 10)

async function outcome(): Promise<object> {
  try {
    const sheet = await readSheet(path, { name: 'archivo', limits: JSON.parse(limits) as object })
    let rows = 0
    for await (const batch of sheet.rows()) rows += batch.length
    return { columns: sheet.columns.length, header: sheet.headerLine, rows }
  } catch (error) {
    if (error instanceof UnreadableFile) return { refused: error.key }
    throw error
  }
}

const began = performance.now()
const result = await outcome()
clearInterval(watch)
console.log(
  JSON.stringify({
    ...result,
    grew_mb: Math.round((peak - before) / 1e6),
    took_ms: Math.round(performance.now() - began),
    gap_ms: Math.round(gap_ms),
  }),
)
