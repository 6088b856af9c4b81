import { isHouseNumber, wordFit } from './word-fit'

/** A thing that can be found, in words. */
export interface Wordy {
  /** Distinctive words of its name. */
  readonly name: readonly string[]
  /** Words of its location; they help to find it, but count for less. */
  readonly place: readonly string[]
}

interface TextFit {
  /** Over 0 to 1, in tenths: smaller differences count as equal, and then the nearer comes first. */
  readonly score: number
  /** A number that is not part of the name: the house's. */
  readonly number: string | null
}

const PLACE_COUNTS = 0.85
/** A house number that is not known there: it may be this street, but the place with that number is meant. */
const OTHER_NUMBER = 0.3
/** It is known, and is a different one: `Larco 345` is not `Larcomar, Malecón de la Reserva 610`. */
const WRONG_NUMBER = 0

/** How well typed words fit known ones, each pair worked out once in a search. */
export function fitting(asked: readonly string[]): (thing: Wordy) => TextFit | null {
  const kept = asked.map(() => new Map<string, number>())
  const fitOf = (at: number, word: string): number => {
    const fits = kept[at]
    const known = fits?.get(word)
    if (known !== undefined) return known
    const fit = wordFit(asked[at] ?? '', word)
    fits?.set(word, fit)
    return fit
  }
  return ({ name, place }) => {
    let [sum, counted, named] = [0, 0, 0]
    let number: string | null = null
    for (const [at, word] of asked.entries()) {
      const own = best(name, (known) => fitOf(at, known))
      const fit = Math.max(own, best(place, (known) => fitOf(at, known)) * PLACE_COUNTS)
      if (fit === 0 && isHouseNumber(word) && at > 0) {
        number = word
        sum += [...name, ...place].some(isHouseNumber) ? WRONG_NUMBER : OTHER_NUMBER
        counted++
        continue
      }
      if (fit === 0) return null
      sum += fit
      counted++
      if (own > 0) named++
    }
    if (named === 0) return null
    // Of two that fit, the one with fewer words left over is meant.
    const covered = Math.min(1, named / Math.max(1, name.length))
    return { score: Math.round((0.8 * (sum / counted) + 0.2 * covered) * 10) / 10, number }
  }
}

const best = (words: readonly string[], fit: (word: string) => number): number =>
  words.reduce((max, word) => Math.max(max, fit(word)), 0)
