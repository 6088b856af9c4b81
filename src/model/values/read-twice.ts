import { textDecoder } from './text-decoder'

/** What each byte from 0x80 on is in an encoding that files are read in by mistake. */
type Letters = ReadonlyMap<string, number>

const lettersOf = (letters: Iterable<string>): Letters =>
  new Map(Array.from(letters, (letter, at) => [letter, at + 128] as const))
const decoded = (encoding: string): string =>
  textDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))
const LATIN_1 = String.fromCharCode(...Array.from({ length: 128 }, (_, at) => at + 128))

// What an old console of Windows shows; of the second half of its bytes only those that letters of Europe begin with.
const DOS = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ'
const WESTERN_DOS = lettersOf(`${DOS}ø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼`)
const FIRST_DOS = lettersOf(`${DOS}¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼`)

const MISREAD: readonly Letters[] = [
  lettersOf(decoded('windows-1252')),
  lettersOf(decoded('macintosh')),
  WESTERN_DOS,
  FIRST_DOS,
  // Latin 1 has controls where Windows has quotes.
  lettersOf(LATIN_1),
]

// A letter of two or three bytes as any of them shows it: what begins it, and something that is not ASCII.
const SUSPECT = /[\u00c2-\u00f4\u221a\u00ac\u201a\u251c\u252c][^\0-\x7f]/
// À at a word's end: what ended it is a hard space, and is gone with the spaces around. No word goes on to a capital
// there.
const ENDED = /(?<=\p{Ll})Ã(?= |$)/gu
const MAX_TIMES = 3

/**
 * What a text was before somebody read its UTF-8 in another encoding and kept that: `JosÃ©`, `Jos√©`, `Jos├®` → `José`.
 * No language writes such letters one after the other. Letters that are right beside them stay.
 * @returns null where the text is as it was written
 */
export function readTwice(text: string): string | null {
  let now = text
  for (let times = 0; times < MAX_TIMES; times += 1) {
    const before = readBefore(now.replace(ENDED, 'Ã\u00a0'))
    if (before === null) break
    now = before
  }
  return now === text ? null : now
}

function readBefore(text: string): string | null {
  if (!SUSPECT.test(text)) return null
  for (const letters of MISREAD) {
    const read = decodedWhole(text, letters) ?? decodedInPart(text, letters)
    if (read !== null) return read
  }
  return null
}

function decodedWhole(text: string, letters: Letters): string | null {
  const bytes = Array.from(text, (letter) => byteOf(letter, letters))
  return bytes.includes(-1) || bytes.every((byte) => byte < 128) ? null : decodedBytes(bytes)
}

/**
 * Letters of the Latin alphabet and their signs, each read by itself: beside them are letters that were never misread.
 */
function decodedInPart(text: string, letters: Letters): string | null {
  const all = Array.from(text)
  let read = ''
  for (let at = 0; at < all.length; ) {
    const lead = byteOf(all[at] ?? '', letters)
    const length = lead >= 0xc2 && lead <= 0xc5 ? 2 : lead === 0xe2 ? 3 : 1
    const one = length === 1 ? null : decodedBytes(all.slice(at, at + length).map((letter) => byteOf(letter, letters)))
    read += one ?? all[at]
    at += one === null ? 1 : length
  }
  return read === text ? null : read
}

const byteOf = (letter: string, letters: Letters): number =>
  (letter.codePointAt(0) ?? 0) < 128 ? letter.charCodeAt(0) : (letters.get(letter) ?? -1)

function decodedBytes(bytes: readonly number[]): string | null {
  if (bytes.includes(-1)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}
