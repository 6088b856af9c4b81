import { textDecoder } from './text-decoder'
import { Utf8Reader, type Utf8Count } from './utf8-bytes'

/** Encodings that a person may choose for a text file. */
export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * How a text file was read: by its mark, as valid UTF-8, as UTF-8 with wrong places, by its most probable old encoding,
 * or as somebody chose.
 */
export interface TextReading {
  readonly encoding: Encoding
  readonly by: 'mark' | 'valid' | 'broken' | 'guess' | 'chosen'
}

/** An encoding by its name; null for any other. */
export const encodingNamed = (name: string): Encoding | null =>
  ENCODINGS.find((one) => one === name.trim().toLowerCase()) ?? null

/** The encoding that the first bytes of a text say; null: they say none. */
export function markedEncoding(start: Uint8Array): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 'utf-8' : null
}

/** An old text has a whole letter of UTF-8 only by accident: fewer than one in so many of its accents. */
const BY_ACCIDENT = 20

/**
 * How a text is read: as somebody chose, by its mark, or else by its first bytes and by what all of them say. UTF-8
 * with some wrong bytes stays UTF-8: its other letters are right.
 */
export function readingOf(start: Uint8Array, { whole, broken }: Utf8Count, chosen: Encoding | null): TextReading {
  const named = chosen ?? markedEncoding(start)
  if (named && !(named === 'utf-8' && broken > 0)) return { encoding: named, by: chosen ? 'chosen' : 'mark' }
  const wide = named ? null : unmarkedUtf16(start)
  if (wide) return { encoding: wide, by: 'guess' }
  if (broken === 0) return { encoding: 'utf-8', by: 'valid' }
  const isUtf8 = named !== null || (whole > 0 && whole * BY_ACCIDENT >= broken)
  return isUtf8 ? { encoding: 'utf-8', by: 'broken' } : { encoding: oneByteEncoding(start), by: 'guess' }
}

/** UTF-16 without a mark: half of the bytes of a plain letter are zero, always at the same side. */
export function unmarkedUtf16(start: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  if (start.length < 16 || Math.max(even, odd) * 4 < start.length || Math.min(even, odd) > 0) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

// The most frequent letters of a language, by their bytes: о е а и н т с р в; α ο ι ε τ σ ν η ς.
const CYRILLIC = new Set([0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2, 0xf1, 0xf0, 0xe2])
const GREEK = new Set([0xe1, 0xef, 0xe9, 0xe5, 0xf4, 0xf3, 0xed, 0xe7, 0xf2])

/**
 * Guesses the one-byte encoding of a text that is not UTF-8. Accented letters are inside words of plain letters; words
 * of high bytes alone are in another alphabet.
 * @returns windows-1252 (Latin-1), windows-1251 (Cyrillic) or windows-1253 (Greek)
 */
function oneByteEncoding(bytes: Uint8Array): Encoding {
  let ofAccents = 0
  let ofOthers = 0
  let [cyrillic, greek] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const from = at
    let high = 0
    for (; at < bytes.length && isLetter(bytes[at] ?? 0); at++) {
      const byte = bytes[at] ?? 0
      if (byte < 0x80) continue
      high++
      if (CYRILLIC.has(byte)) cyrillic++
      if (GREEK.has(byte)) greek++
    }
    const length = at - from
    if (high === 0) continue
    if (high === length && length >= 3) ofOthers++
    else if (high < length) ofAccents++
  }
  if (ofOthers <= ofAccents) return 'windows-1252'
  return greek > cyrillic ? 'windows-1253' : 'windows-1251'
}

// In all three encodings letters begin at 0xC0.
const isLetter = (byte: number): boolean =>
  byte >= 0xc0 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** A whole text of bytes, read as a file is: broken bytes of UTF-8 stay recognisable (`brokenText`). */
export function decodedBytes(
  bytes: Uint8Array,
  chosen: Encoding | null = null,
): { readonly text: string; readonly reading: TextReading } {
  const utf8 = new Utf8Reader()
  const asUtf8 = utf8.read(bytes, true)
  const reading = readingOf(bytes, utf8.count, chosen)
  const text = reading.encoding === 'utf-8' ? asUtf8 : textDecoder(reading.encoding).decode(bytes)
  return { text: text.replace(/^\uFEFF/, ''), reading }
}
