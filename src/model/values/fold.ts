/** Text without case and accents, for search, `contains` and the order of texts: `Ñandú` → `nandu`. */
export function fold(text: string): string {
  let folded = ''
  for (const char of text) folded += TABLE.get(char) ?? char
  return folded
}

/** The letter ñ, in one sign and in two, of both cases. */
export const N_TILDE = ['ñ', 'Ñ', 'n\u0303', 'N\u0303'] as const

/** Follows every letter of the alphabet, and nobody types it. */
export const AFTER_N = '\u007f'

/**
 * Folded text in the order of the dictionary: in Spanish ñ is a letter of its own, after n and everything that begins
 * with it.
 */
export function foldForOrder(text: string): string {
  return fold(N_TILDE.reduce((plain, letter) => plain.replaceAll(letter, `n${AFTER_N}`), text))
}

/**
 * Order by Unicode code point, as `collate "C"` has it on UTF-8; JavaScript's own order is wrong outside the basic
 * plane.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (left === right) continue
    // Surrogates represent the planes above all other code units.
    return (isSurrogate(left) ? left + 0x10000 : left) - (isSurrogate(right) ? right + 0x10000 : right)
  }
  return a.length - b.length
}

/** Letters that have no decomposition into a base and a mark, in pairs. */
const PAIRS = ['ßs', 'æa', 'œo', 'øo', 'đd', 'ðd', 'þt', 'łl', 'ħh', 'ıi', 'ŋn', 'ŧt', 'ſs', 'ςσ']
const SPECIAL = new Map(PAIRS.map((pair) => [pair.charAt(0), pair.charAt(1)]))

/** Latin with its extensions, Greek and Cyrillic, Vietnamese and polytonic Greek: one character to one. */
const LETTERS = [
  [0x41, 0x5a],
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const
const MARKS = [0x300, 0x36f] as const

const TABLE = new Map([...letterPairs(), ...marks()])

/**
 * The same table for the database: `tr_fold(text)` is `translate(text, FOLD_FROM, FOLD_TO)`, so both results are equal
 * by construction. Characters of FOLD_FROM beyond the length of FOLD_TO are deleted by both.
 */
export const FOLD_FROM = [...TABLE.keys()].join('')
export const FOLD_TO = [...TABLE.values()].join('')

function* letterPairs(): Generator<[string, string]> {
  for (const [first, last] of LETTERS) {
    for (let code = first as number; code <= last; code++) {
      const char = String.fromCharCode(code)
      const base = char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
      const folded = SPECIAL.get(base) ?? base
      if (folded.length === 1 && folded !== char) yield [char, folded]
    }
  }
}

function* marks(): Generator<[string, string]> {
  for (let code = MARKS[0] as number; code <= MARKS[1]; code++) yield [String.fromCharCode(code), '']
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
