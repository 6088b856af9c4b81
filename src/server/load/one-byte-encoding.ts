// Letters that are the most frequent ones of a language, by their bytes: о е а и н т с р в; α ο ι ε τ σ ν η ς.
const CYRILLIC = new Set([0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2, 0xf1, 0xf0, 0xe2])
const GREEK = new Set([0xe1, 0xef, 0xe9, 0xe5, 0xf4, 0xf3, 0xed, 0xe7, 0xf2])

/**
 * In which one-byte encoding a text was written that is no UTF-8. Accents stand inside words of plain letters; words of nothing but
 * high bytes are of another alphabet.
 * @returns windows-1252 (Latin-1), windows-1251 (Cyrillic) or windows-1253 (Greek)
 */
export function oneByteEncoding(bytes: Uint8Array): string {
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

// In all three encodings letters stand from 0xC0 on.
const isLetter = (byte: number): boolean => byte >= 0xc0 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
