import { inflateRawSync } from 'node:zlib'
import { UnreadableFile } from './decode-text'

/** The unpacked parts of a book by their paths. */
export type Parts = ReadonlyMap<string, Uint8Array>

const MAX_PARTS = 5000
const CENTRAL = 0x02014b50
const END = 0x06054b50
const LOCAL = 0x04034b50
/** The end record, and the longest comment behind it. */
const END_BYTES = 22 + 0xffff

interface Entry {
  readonly path: string
  readonly flags: number
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/**
 * Unpacks those parts of a zip that `wanted` names, by its directory alone: what a part unpacks to is what the directory says, or the
 * file is refused; no byte beyond `mostBytes` is ever unpacked.
 * @throws {UnreadableFile} damaged, encrypted, too large, or a part that declares entities
 */
export function unpackZip(bytes: Uint8Array, name: string, wanted: (path: string) => boolean, mostBytes: number): Parts {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const damaged = (cause?: unknown): UnreadableFile => new UnreadableFile('sheets.damaged', { name }, { cause })
  const entries = directory(zip)
  if (!entries) throw damaged()
  const parts = new Map<string, Uint8Array>()
  let room = mostBytes
  for (const { path, flags, method, packed, size, offset } of entries) {
    if (!wanted(path)) continue
    if ((flags & 0x2041) !== 0) throw new UnreadableFile('sheets.encrypted', { name })
    if (size > room) throw new UnreadableFile('sheets.too_large', { name })
    room -= size
    if (offset + 30 > zip.length || zip.readUInt32LE(offset) !== LOCAL) throw damaged()
    const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    if (from + packed > zip.length) throw damaged()
    const part = unpacked(zip.subarray(from, from + packed), method, size)
    if (!part) throw damaged()
    if (declaresEntities(part)) throw new UnreadableFile('sheets.unsafe', { name })
    parts.set(path, part)
  }
  return parts
}

/** The paths that a zip's directory names; null when there is none. */
export const zipPaths = (bytes: Uint8Array): readonly string[] | null =>
  directory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))?.map(({ path }) => path) ?? null

function unpacked(data: Buffer, method: number, size: number): Uint8Array | null {
  if (method === 0) return data.length === size ? data : null
  if (method !== 8) return null
  if (size === 0) return new Uint8Array(0)
  try {
    // One byte more than it says shows that it says too little.
    const part = inflateRawSync(data, { maxOutputLength: size + 1 })
    return part.length === size ? part : null
  } catch {
    return null
  }
}

function directory(zip: Buffer): Entry[] | null {
  const end = endOf(zip)
  if (end === null) return null
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  // 0xffff and 0xffffffff send on to a record for files beyond 4 GB, which no sheet here is.
  if (count > MAX_PARTS || at >= zip.length) return null
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== CENTRAL) return null
    const length = zip.readUInt16LE(at + 28)
    entries.push({
      path: zip.toString('utf8', at + 46, at + 46 + length).replaceAll('\\', '/'),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    })
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

function endOf(zip: Buffer): number | null {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - END_BYTES); at--) if (zip.readUInt32LE(at) === END) return at
  return null
}

/** A document type definition: the door of entities that grow, or that name files and addresses. No book that is meant well has one. */
function declaresEntities(part: Uint8Array): boolean {
  const start = Buffer.from(part.buffer, part.byteOffset, Math.min(part.length, 4096))
  return /<!(DOCTYPE|ENTITY)/i.test(start.toString('latin1').replaceAll('\0', ''))
}
