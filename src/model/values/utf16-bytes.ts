/** Half of a pair stands for what was lost: no valid text has one alone, and a whole � may be a letter of the text. */
const LOST = '\uD800'

/**
 * Decodes UTF-16 piece by piece and loses nothing: half a pair, and a last byte alone, stay halves of pairs
 * (`hasLost`).
 */
export class Utf16Reader {
  readonly #isBig: boolean
  #held = new Uint8Array()

  constructor(encoding: 'utf-16le' | 'utf-16be') {
    this.#isBig = encoding === 'utf-16be'
  }

  /** @param last no more pieces follow: a letter that is begun is lost */
  read(piece: Uint8Array, last: boolean): string {
    const bytes = new Uint8Array(this.#held.length + piece.length)
    bytes.set(this.#held)
    bytes.set(piece, this.#held.length)
    const view = new DataView(bytes.buffer)
    const unit = (at: number): number => view.getUint16(at, !this.#isBig)
    let end = bytes.length - (bytes.length % 2)
    // The other half of a pair may come with the next piece.
    if (!last && end > 0 && isFirstHalf(unit(end - 2))) end -= 2
    const units = Uint16Array.from({ length: end / 2 }, (_, i) => unit(i * 2))
    let text = ''
    for (let at = 0; at < units.length; at += MAX_UNITS)
      text += String.fromCharCode(...units.subarray(at, at + MAX_UNITS))
    this.#held = last ? new Uint8Array() : bytes.slice(end)
    return last && bytes.length % 2 === 1 ? text + LOST : text
  }
}

/** As many arguments as every engine takes. */
const MAX_UNITS = 8192

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** A text in an encoding that has no �: each � is a byte that means nothing there. */
export const withLost = (text: string): string => text.replaceAll('\uFFFD', LOST)

/** Whether letters of a decoded text were lost. */
export const hasLost = (text: string): boolean => /\p{Surrogate}/u.test(text)
