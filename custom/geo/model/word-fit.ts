/**
 * How well a typed word fits a known word, over 0 (not at all) to 1 (the same): the beginning of a word, a part of it,
 * and typing errors (a letter too many, too few, wrong, or two exchanged) fit less. Both folded.
 */
export function wordFit(typed: string, known: string): number {
  if (typed === known) return 1
  // A different number never fits.
  if (isHouseNumber(typed)) return 0
  if (known.startsWith(typed)) return 0.9
  const slips = allowedSlips(typed.length)
  if (slips > 0 && lettersApart(typed, known.slice(0, typed.length + slips)) <= 2 * slips) {
    const whole = slipsBetween(typed, known, slips)
    if (whole <= slips) return 0.85 - 0.15 * whole
    // The word is still being typed: the error is in the beginning of a longer word.
    const begun = Math.min(...[-1, 0, 1].map((more) => slipsBetween(typed, known.slice(0, typed.length + more), slips)))
    if (typed.length > 4 && begun <= slips) return 0.75 - 0.15 * begun
  }
  return typed.length > 3 && known.includes(typed) ? 0.5 : 0
}

export const isHouseNumber = (word: string): boolean => /^\d+[a-z]?$/.test(word)

const allowedSlips = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

/** Letters that only one of them has: a cheap bound that avoids most comparisons. */
function lettersApart(a: string, b: string): number {
  let bits = lettersOf(a) ^ lettersOf(b)
  let count = 0
  for (; bits !== 0; bits &= bits - 1) count++
  return count
}

function lettersOf(word: string): number {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 31)
  return bits
}

/** Optimal string alignment distance; where it exceeds `max`, some value above `max`. */
function slipsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? max + 1
}
