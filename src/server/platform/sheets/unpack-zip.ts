import { fromBufferPromise, openPromise, type Entry, type ZipFile as OpenZip } from 'yauzl'
import { UnreadableFile } from './decode-text'
import type { SheetLimits } from './sheet'

const MAX_PARTS = 5000

/** A zip with its directory. */
interface Zip {
  readonly file: OpenZip
  readonly entries: ReadonlyMap<string, Entry>
}

/** Reads the directory of a zip; null: there is none, or it is damaged. */
export async function openZip(source: string | Uint8Array): Promise<Zip | null> {
  const entries = new Map<string, Entry>()
  try {
    // Nothing is written under these names, and some programs begin them with a slash.
    const options = { decodeStrings: false, autoClose: false }
    const file =
      typeof source === 'string'
        ? await openPromise(source, options)
        : await fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options)
    if (file.entryCount > MAX_PARTS) {
      file.close()
      return null
    }
    for await (const entry of file.eachEntry())
      entries.set(entry.fileNameRaw.toString().replaceAll('\\', '/').replace(/^\/+/, ''), entry)
    return { file, entries }
  } catch {
    return null
  }
}

/**
 * What the parts of a zip that `wanted` selects say that they unpack to: read from its directory alone.
 * @throws {UnreadableFile} damaged, too large
 */
export async function unpackedBytes(
  source: string | Uint8Array,
  name: string,
  wanted: (path: string) => boolean,
  limits: SheetLimits,
): Promise<number> {
  const zip = await openZip(source)
  if (!zip) throw new UnreadableFile('sheets.damaged', { name })
  zip.file.close()
  const parts = [...zip.entries].flatMap(([path, entry]) => (wanted(path) ? [entry] : []))
  const bytes = parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (bytes > limits.unpackedBytes || parts.some(isBomb)) throw new UnreadableFile('sheets.too_large', { name })
  return bytes
}

/** A large part that packs more than 100 times is made to be unpacked, and no table: theirs pack 10 to 30 times. */
const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > LARGE_BYTES && uncompressedSize > MAX_RATIO * compressedSize
const LARGE_BYTES = 10_000_000
const MAX_RATIO = 100

/**
 * A zip of the parts that `wanted` selects, unpacked, into whose one piece of memory they are unpacked one after
 * another; we write its headers ourselves, whatever those of the original claim. A part whose unpacked size differs
 * from the directory's refuses the file, and so does what is counted on the way.
 * @throws {UnreadableFile} damaged, encrypted, too large, or a part that declares entities
 */
export async function unpackZip(
  { file, entries }: Zip,
  name: string,
  wanted: (path: string) => boolean,
  limits: SheetLimits,
): Promise<Buffer> {
  const parts = [...entries].flatMap(([path, entry]) => (wanted(path) ? [{ path: Buffer.from(path), entry }] : []))
  const bytes = parts.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  if (bytes > limits.unpackedBytes) throw new UnreadableFile('sheets.too_large', { name })
  if (parts.some(({ entry }) => entry.isEncrypted())) throw new UnreadableFile('sheets.encrypted', { name })
  const zip = Buffer.alloc(
    parts.reduce((sum, { path }) => sum + LOCAL_BYTES + DIRECTORY_BYTES + 2 * path.length, END_BYTES + bytes),
  )
  const counted = { tags: 0, merged: 0 }
  const starts: number[] = []
  let at = 0
  for (const { path, entry } of parts) {
    starts.push(at)
    at = writeHeader(zip, at, { path, entry })
    const start = at
    try {
      for await (const piece of await file.openReadStreamPromise(entry)) {
        at += (piece as Buffer).copy(zip, at)
        count(piece as Buffer, counted)
        if (counted.tags > limits.tags || counted.merged > limits.merged)
          throw new UnreadableFile('sheets.too_large', { name })
      }
    } catch (cause) {
      throw cause instanceof UnreadableFile ? cause : new UnreadableFile('sheets.damaged', { name }, { cause })
    }
    if (declaresEntities(zip.subarray(start, at))) throw new UnreadableFile('sheets.unsafe', { name })
  }
  const directory = at
  for (const [i, part] of parts.entries()) at = writeHeader(zip, at, part, starts[i])
  zip.writeUInt32LE(0x06054b50, at)
  zip.writeUInt16LE(parts.length, at + 8)
  zip.writeUInt16LE(parts.length, at + 10)
  zip.writeUInt32LE(at - directory, at + 12)
  zip.writeUInt32LE(directory, at + 16)
  return zip
}

const LOCAL_BYTES = 30
const DIRECTORY_BYTES = 46
const END_BYTES = 22

/** A part's header, in the directory where it names the place of the other one. @returns where it ends */
function writeHeader(
  zip: Buffer,
  at: number,
  { path, entry }: { readonly path: Buffer; readonly entry: Entry },
  start?: number,
): number {
  const inDirectory = start !== undefined
  zip.writeUInt32LE(inDirectory ? 0x02014b50 : 0x04034b50, at)
  const fields = at + (inDirectory ? 6 : 4)
  zip.writeUInt16LE(20, fields)
  zip.writeUInt32LE(entry.crc32, fields + 10)
  zip.writeUInt32LE(entry.uncompressedSize, fields + 14)
  zip.writeUInt32LE(entry.uncompressedSize, fields + 18)
  zip.writeUInt16LE(path.length, fields + 22)
  if (inDirectory) zip.writeUInt32LE(start, at + 42)
  const end = at + (inDirectory ? DIRECTORY_BYTES : LOCAL_BYTES)
  return end + path.copy(zip, end)
}

const TAG = 0x3c
const MERGED = Buffer.from('mergeCell ')

/** Counts tags and merged areas; one that two pieces share is not seen. */
function count(piece: Buffer, counted: { tags: number; merged: number }): void {
  for (let at = 0; at < piece.length; at++) {
    if (piece[at] !== TAG) continue
    counted.tags++
    if (piece[at + 1] === MERGED[0] && MERGED.equals(piece.subarray(at + 1, at + 1 + MERGED.length))) counted.merged++
  }
}

/**
 * A document type definition can declare entities that grow, or that name files and addresses. No well-meant book has
 * one.
 */
const declaresEntities = (part: Buffer): boolean =>
  /<!(DOCTYPE|ENTITY)/i.test(part.toString('latin1', 0, 4096).replaceAll('\0', ''))
