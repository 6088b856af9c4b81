import type { TallyLine } from '../model/tally'

const HEADS = ['call', 'sent', '/s', 'answered', 'refused', 'failed', 'median ms', 'p99 ms', 'max ms'] as const

/** The tally as a table for a terminal. */
export function tallyTable(lines: readonly TallyLine[], seconds: number): string {
  const ms = (value: number | null): string => (value === null ? '-' : value.toFixed(1))
  const rows = [HEADS, ...lines.toSorted((a, b) => b.sent - a.sent).map(({ kind, sent, answered, refused, failed, median_ms, p99_ms, most_ms }) =>
    [kind, sent, (sent / Math.max(seconds, 0.001)).toFixed(1), answered, refused, failed, ms(median_ms), ms(p99_ms), ms(most_ms)].map(String))]
  const wide = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const text = rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(wide[column] ?? 0) : cell.padStart(wide[column] ?? 0))).join('  '))
  return [`In ${seconds.toFixed(0)} s:`, ...text].join('\n')
}
