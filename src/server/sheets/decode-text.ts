import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

// The most frequent letters of a language, by their bytes: о е а и н т с р в; α ο ι ε τ σ ν η ς.
const CYRILLIC = new Set([0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2, 0xf1, 0xf0, 0xe2])
const GREEK = new Set([0xe1, 0xef, 0xe9, 0xe5, 0xf4, 0xf3, 0xed, 0xe7, 0xf2])

/**
 * Guesses the one-byte encoding of a text that is not UTF-8. Accented letters are inside words of plain letters; words of high bytes alone are in another
 * alphabet.
 * @returns windows-1252 (Latin-1), windows-1251 (Cyrillic) or windows-1253 (Greek)
 */
function oneByteEncoding(bytes: Uint8Array): string {
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
const isLetter = (byte: number): boolean => byte >= 0xc0 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/** An unreadable file, with the key and params of a sentence. */
export class UnreadableFile extends Error {
  readonly key: string
  readonly params: { readonly [name: string]: string }

  constructor(key: string, params: { readonly [name: string]: string }, options?: ErrorOptions) {
    super(key, options)
    this.name = 'UnreadableFile'
    this.key = key
    this.params = params
  }
}

/** A file by its path, or its bytes; `name` is used in error messages. */
export interface FileSource {
  readonly name: string
  readonly from: string | Uint8Array
}

const LOOK_BYTES = 65_536

/**
 * A text file in pieces, in any encoding: UTF-8 or UTF-16 by its mark, else UTF-8 where the whole file is valid, else an old one-byte encoding, by default
 * Windows-1252 (Latin-1). Every line end becomes `\n`.
 * @throws {UnreadableFile} when it does not exist, is empty or is no text
 */
export async function* decodedText(source: FileSource): AsyncGenerator<string> {
  const encoding = await encodingOf(source)
  const decoder = new TextDecoder(encoding)
  let held = ''
  for await (const bytes of pieces(source)) {
    const text = held + decoder.decode(bytes, { stream: true })
    // A line end may be split between two pieces.
    held = text.endsWith('\r') ? '\r' : ''
    yield withLineFeeds(held ? text.slice(0, -1) : text)
  }
  yield withLineFeeds(held + decoder.decode())
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

async function encodingOf(source: FileSource): Promise<string> {
  const path = source.name
  const start = await firstBytes(source)
  if (start.length === 0) throw new UnreadableFile('load.empty', { path })
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start.includes(0)) throw new UnreadableFile('load.binary', { path })
  return (await isUtf8(source)) ? 'utf-8' : oneByteEncoding(start)
}

/** The beginning of a file, at most 64 kB. @throws {UnreadableFile} when it does not exist or may not be read */
export async function firstBytes({ name: path, from }: FileSource): Promise<Uint8Array> {
  if (typeof from !== 'string') return from.subarray(0, LOOK_BYTES)
  try {
    const file = await open(from)
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(LOOK_BYTES), position: 0 })
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new UnreadableFile(code === 'ENOENT' ? 'load.missing' : 'load.unreadable', { path, reason: code }, { cause: error })
  }
}

async function* pieces({ from }: FileSource): AsyncGenerator<Uint8Array> {
  if (typeof from === 'string') {
    for await (const bytes of createReadStream(from)) yield bytes as Buffer
    return
  }
  for (let at = 0; at < from.length; at += LOOK_BYTES) yield from.subarray(at, at + LOOK_BYTES)
}

const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d]

/** Lines of a text that are not empty, line breaks within quotes not counted: its rows, or nearly. Null for a text of two bytes a letter. */
export async function countLines(source: FileSource): Promise<number | null> {
  let [lines, isQuoted, isEmpty] = [0, false, true]
  for await (const bytes of pieces(source)) {
    if (lines === 0 && isEmpty && (bytes[0] === 0xff || bytes[0] === 0xfe)) return null
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === QUOTE) isQuoted = !isQuoted
      const isEnd = byte === LINE_FEED || byte === RETURN
      if (!isEnd) isEmpty = false
      else if (!isQuoted && !isEmpty) {
        lines++
        isEmpty = true
      }
    }
  }
  return isEmpty ? lines : lines + 1
}

async function isUtf8(source: FileSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of pieces(source)) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
