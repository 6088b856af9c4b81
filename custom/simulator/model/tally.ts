/** How calls of one kind went. Latencies in milliseconds; null where none was answered. */
export interface TallyLine {
  readonly kind: string
  readonly sent: number
  /** Answered with success. */
  readonly answered: number
  /** Answered with an error status. */
  readonly refused: number
  /** Not answered at all. */
  readonly failed: number
  readonly median_ms: number | null
  readonly p99_ms: number | null
  readonly most_ms: number | null
}

interface Count {
  sent: number
  answered: number
  refused: number
  failed: number
  readonly took_ms: number[]
}

/** Latencies kept of each kind: enough for a p99, without memory that grows for ever. */
const KEPT = 50_000

export interface Tally {
  add(kind: string, status: number | null, took_ms: number): void
  lines(): readonly TallyLine[]
}

/** Counts calls and how long they took. `status` null: no answer came. */
export function makeTally(): Tally {
  const counts = new Map<string, Count>()
  return {
    add(kind, status, took_ms) {
      const count = counts.get(kind) ?? { sent: 0, answered: 0, refused: 0, failed: 0, took_ms: [] }
      counts.set(kind, count)
      count.sent += 1
      if (status === null) count.failed += 1
      else {
        if (status < 400) count.answered += 1
        else count.refused += 1
        count.took_ms[(count.answered + count.refused - 1) % KEPT] = took_ms
      }
    },
    lines: () =>
      [...counts].map(([kind, { took_ms, ...count }]) => {
        const sorted = took_ms.toSorted((a, b) => a - b)
        return {
          kind,
          ...count,
          median_ms: quantile(sorted, 0.5),
          p99_ms: quantile(sorted, 0.99),
          most_ms: sorted.at(-1) ?? null,
        }
      }),
  }
}

/** The value that `share` of the sorted values do not exceed. */
export const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
