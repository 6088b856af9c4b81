import type { MultipartFile } from '@fastify/multipart'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Runtime } from '../../language/runtime'
import { HEAD_BYTES } from './kind-of'

const MAX_NAME_CHARS = 120

/** A file that came with a call, among the process's temporary ones; its receiver removes it. */
export interface ReceivedFile {
  readonly path: string
  /** As the user knows it, without folders and characters that no file name may have. */
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly head: Uint8Array
  /** The file was larger than allowed; the rest was discarded. */
  readonly isCut: boolean
}

/** Streams one file of a call to a temporary one, up to the limit of the call. */
export async function receivePart({ files }: Runtime, part: MultipartFile): Promise<ReceivedFile> {
  const path = await files.temporary.path()
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  const measure = new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (size < HEAD_BYTES) head.push(piece.subarray(0, HEAD_BYTES - size))
      size += piece.length
      hash.update(piece)
      done(null, piece)
    },
  })
  try {
    await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return {
    path,
    name: safeName(part.filename),
    size,
    sha256: hash.digest('hex'),
    head: Buffer.concat(head),
    isCut: part.file.truncated,
  }
}

/** Bytes that this server fetched itself, as a received file. */
export async function receiveBytes({ files }: Runtime, bytes: Buffer, name: string): Promise<ReceivedFile> {
  const path = await files.temporary.path()
  await writeFile(path, bytes, { mode: 0o600 })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, name: safeName(name), size: bytes.length, sha256, head: bytes.subarray(0, HEAD_BYTES), isCut: false }
}

/** The last part of a path, in characters that every file system, header and address accepts; its extension is kept. */
function safeName(given: string | undefined): string {
  const last = (given ?? '').normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}"*:<>?|]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const extension = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0] ?? ''
  const stem = Array.from(clean.slice(0, clean.length - extension.length))
    .slice(0, MAX_NAME_CHARS)
    .join('')
  return `${stem}${extension}`.replace(/^\./, '') || 'archivo'
}
