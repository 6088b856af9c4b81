import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { textDecoder } from '../../../model/values/text-decoder'
import {
  markedEncoding,
  readingOf,
  unmarkedUtf16,
  type Encoding,
  type TextReading,
} from '../../../model/values/text-encoding'
import { Utf16Reader, withLost } from '../../../model/values/utf16-bytes'
import { Utf8Reader } from '../../../model/values/utf8-bytes'

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
  /** How its text is read, where somebody chose; else its mark and its bytes decide. */
  readonly encoding?: Encoding | null
}

const LOOK_BYTES = 65_536

/**
 * How a text file is read.
 * @throws {UnreadableFile} when it does not exist, is empty or is no text
 */
export async function textReading(source: FileSource): Promise<TextReading> {
  const path = source.name
  const start = await firstBytes(source)
  if (start.length === 0) throw new UnreadableFile('load.empty', { path })
  const chosen = source.encoding ?? null
  const isWide =
    chosen?.startsWith('utf-16') ?? (markedEncoding(start)?.startsWith('utf-16') || unmarkedUtf16(start) !== null)
  if (!isWide && start.includes(0)) throw new UnreadableFile('load.binary', { path })
  const utf8 = new Utf8Reader()
  for await (const bytes of pieces(source)) utf8.read(bytes, false)
  utf8.read(new Uint8Array(), true)
  return readingOf(start, utf8.count, chosen)
}

/** Reads bytes piece by piece; what is no letter of the encoding stays recognisable (`brokenText`, `hasLost`). */
function decoderOf(encoding: Encoding): (bytes: Uint8Array, last: boolean) => string {
  if (encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'utf-16be') {
    const reader = encoding === 'utf-8' ? new Utf8Reader() : new Utf16Reader(encoding)
    return (bytes, last) => reader.read(bytes, last)
  }
  const decoder = textDecoder(encoding, { ignoreBOM: true })
  return (bytes, last) => withLost(decoder.decode(bytes, { stream: !last }))
}

/**
 * A text file in pieces, read in this way. Every line end becomes `\n`; what is no letter stays recognisable
 * (`brokenText`, `hasLost`).
 */
export async function* decodedText(source: FileSource, { encoding }: TextReading): AsyncGenerator<string> {
  const decode = decoderOf(encoding)
  let held = ''
  let isFirst = true
  for await (const bytes of pieces(source)) {
    const decoded = decode(bytes, false)
    const text = held + (isFirst ? decoded.replace(/^\uFEFF/, '') : decoded)
    isFirst = false
    // A line end may be split between two pieces.
    held = text.endsWith('\r') ? '\r' : ''
    yield withLineFeeds(held ? text.slice(0, -1) : text)
  }
  yield withLineFeeds(held + decode(new Uint8Array(), true))
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

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
    throw new UnreadableFile(
      code === 'ENOENT' ? 'load.missing' : 'load.unreadable',
      { path, reason: code },
      { cause: error },
    )
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

/**
 * Lines of a text that are not empty, line breaks within quotes not counted: its rows, or nearly. Null for a text of
 * two bytes a letter.
 */
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
