/** ` Did you mean "x"?` for the nearest of the candidates, or nothing when none is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  let best = ''
  // A third of the letters may differ: "diver_id" is near "driver_id", "colour" is not near "client".
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best ? ` Did you mean "${best}"?` : ''
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment), counted up to `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, at(before, j - 2) + 1)
      row.push(distance)
    }
    ;[before, last] = [last, row]
  }
  return at(last, b.length)
}

const at = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? Infinity
