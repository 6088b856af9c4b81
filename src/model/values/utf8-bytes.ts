import { textDecoder } from './text-decoder'

/**
 * What the bytes of a text say about its being UTF-8: whole letters of several bytes, and bytes that belong to none.
 */
export interface Utf8Count {
  readonly whole: number
  readonly broken: number
}

/** The length of the sequence that begins there; 0: it is none; -1: the bytes end within it. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length =
    first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i]
    if (next === undefined) return -1
    const [least, most] = i === 1 ? secondOf(first) : [0x80, 0xbf]
    if (next < least || next > most) return 0
  }
  return length
}

/** Overlong forms, surrogates and what lies beyond the last letter are told by the second byte. */
function secondOf(first: number): readonly [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf]
  if (first === 0xed) return [0x80, 0x9f]
  if (first === 0xf0) return [0x90, 0xbf]
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf]
}

/**
 * Byte n that is no UTF-8 becomes the lone half of a pair U+DC00 + n, which no valid text has: it can be told from
 * every other letter.
 */
const ESCAPE = 0xdc00
const ESCAPED = /[\uDC80-\uDCFF]/gu

/**
 * Decodes UTF-8 piece by piece and loses nothing: a byte that belongs to no letter stays recognisable (`brokenText`).
 */
export class Utf8Reader {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #held = new Uint8Array()
  #whole = 0
  #broken = 0

  get count(): Utf8Count {
    return { whole: this.#whole, broken: this.#broken }
  }

  /** @param last no more pieces follow: a letter that is begun is broken */
  read(piece: Uint8Array, last: boolean): string {
    const bytes = this.#held.length === 0 ? piece : joined(this.#held, piece)
    let [text, from, at] = ['', 0, 0]
    while (at < bytes.length) {
      const length = (bytes[at] ?? 0) < 0x80 ? 1 : sequenceAt(bytes, at)
      if (length === -1 && !last) break
      if (length > 1) this.#whole++
      if (length > 0) {
        at += length
        continue
      }
      this.#broken++
      text += this.#decoder.decode(bytes.subarray(from, at)) + String.fromCharCode(ESCAPE + (bytes[at] ?? 0))
      from = ++at
    }
    this.#held = bytes.slice(at)
    return text + this.#decoder.decode(bytes.subarray(from, at))
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

/**
 * Describes a text of `Utf8Reader` that has bytes which are no UTF-8: how it is shown (with � in their places) and what
 * it would be in Windows-1252. Null when the text is sound.
 */
export function brokenText(text: string): { readonly shown: string; readonly guess: string } | null {
  if (text.search(ESCAPED) < 0) return null
  const old = textDecoder('windows-1252')
  const guess = text.replace(ESCAPED, (one) => old.decode(new Uint8Array([one.charCodeAt(0) - ESCAPE])))
  return { shown: text.replace(ESCAPED, '\uFFFD'), guess }
}
