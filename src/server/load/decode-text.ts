import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** A file that cannot be read as text, with a sentence's key and what it names. */
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

const LOOK_BYTES = 65_536

/**
 * A text file in pieces, whatever it was written with: UTF-8 or UTF-16 by its mark, else UTF-8 where it is valid to the end, else
 * Windows-1252 (Latin-1). Every line end becomes `\n`.
 * @throws {UnreadableFile} when it is not there, empty or no text
 */
export async function* decodedText(path: string): AsyncGenerator<string> {
  const encoding = await encodingOf(path)
  const decoder = new TextDecoder(encoding)
  let held = ''
  for await (const bytes of createReadStream(path)) {
    const text = held + decoder.decode(bytes as Buffer, { stream: true })
    // A line end may be cut in two.
    held = text.endsWith('\r') ? '\r' : ''
    yield withLineFeeds(held ? text.slice(0, -1) : text)
  }
  yield withLineFeeds(held + decoder.decode())
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

async function encodingOf(path: string): Promise<string> {
  const start = await firstBytes(path)
  if (start.length === 0) throw new UnreadableFile('load.empty', { path })
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  // "PK": a zip, as every xlsx and ods is.
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 3) throw new UnreadableFile('load.spreadsheet', { path })
  if (start.includes(0)) throw new UnreadableFile('load.binary', { path })
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252'
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const file = await open(path)
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

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path)) decoder.decode(bytes as Buffer, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
