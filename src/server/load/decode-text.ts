import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { oneByteEncoding } from './one-byte-encoding'

/** A file that cannot be read, with a sentence's key and what it names. */
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

/** A file by its path, or its bytes; `name` is what sentences call it. */
export interface FileSource {
  readonly name: string
  readonly from: string | Uint8Array
}

const LOOK_BYTES = 65_536

/**
 * A text file in pieces, whatever it was written with: UTF-8 or UTF-16 by its mark, else UTF-8 where it is valid to the end, else an
 * old one-byte encoding, Windows-1252 (Latin-1) where nothing speaks for another. Every line end becomes `\n`.
 * @throws {UnreadableFile} when it is not there, empty or no text
 */
export async function* decodedText(source: FileSource): AsyncGenerator<string> {
  const encoding = await encodingOf(source)
  const decoder = new TextDecoder(encoding)
  let held = ''
  for await (const bytes of pieces(source)) {
    const text = held + decoder.decode(bytes, { stream: true })
    // A line end may be cut in two.
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
  // "PK": a zip, as every xlsx and ods is.
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 3) throw new UnreadableFile('load.spreadsheet', { path })
  if (start.includes(0)) throw new UnreadableFile('load.binary', { path })
  return (await isUtf8(source)) ? 'utf-8' : oneByteEncoding(start)
}

/** The beginning of a file, 64 kB at most. @throws {UnreadableFile} when it is not there or may not be read */
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
