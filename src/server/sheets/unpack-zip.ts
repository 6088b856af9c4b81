import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type Entry, type ZipFile as OpenZip } from 'yauzl'
import { ZipFile } from 'yazl'
import { UnreadableFile } from './decode-text'

/** The unpacked parts of a book by their paths. */
type Parts = ReadonlyMap<string, Buffer>

const MAX_PARTS = 5000

/** A zip with its directory. */
export interface Zip {
  readonly file: OpenZip
  readonly entries: ReadonlyMap<string, Entry>
}

/** Reads the directory of a zip; null: there is none, or it is damaged. */
export async function openZip(bytes: Uint8Array): Promise<Zip | null> {
  const entries = new Map<string, Entry>()
  try {
    // Nothing is written under these names, and some programs begin them with a slash.
    const file = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { decodeStrings: false })
    if (file.entryCount > MAX_PARTS) return null
    for await (const entry of file.eachEntry()) entries.set(entry.fileNameRaw.toString().replaceAll('\\', '/').replace(/^\/+/, ''), entry)
    return { file, entries }
  } catch {
    return null
  }
}

/**
 * Unpacks the parts of a zip that `wanted` selects. A part whose unpacked size differs from the directory's refuses the file; no byte beyond `mostBytes` is
 * ever unpacked.
 * @throws {UnreadableFile} damaged, encrypted, too large, or a part that declares entities
 */
export async function unpackZip({ file, entries }: Zip, name: string, wanted: (path: string) => boolean, mostBytes: number): Promise<Parts> {
  const parts = new Map<string, Buffer>()
  let room = mostBytes
  for (const [path, entry] of entries) {
    if (!wanted(path)) continue
    if (entry.isEncrypted()) throw new UnreadableFile('sheets.encrypted', { name })
    if (entry.uncompressedSize > room) throw new UnreadableFile('sheets.too_large', { name })
    room -= entry.uncompressedSize
    const part = await contentOf(file, entry).catch((cause: unknown) => {
      throw new UnreadableFile('sheets.damaged', { name }, { cause })
    })
    if (declaresEntities(part)) throw new UnreadableFile('sheets.unsafe', { name })
    parts.set(path, part)
  }
  return parts
}

const contentOf = async (file: OpenZip, entry: Entry): Promise<Buffer> => buffer(await file.openReadStreamPromise(entry))

/** A zip of the parts, uncompressed: we write its headers ourselves, whatever those of the original file claimed. */
export function storedZip(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, part] of parts) zip.addBuffer(part, path, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}

/** A document type definition can declare entities that grow, or that name files and addresses. No well-meant book has one. */
const declaresEntities = (part: Buffer): boolean => /<!(DOCTYPE|ENTITY)/i.test(part.toString('latin1', 0, 4096).replaceAll('\0', ''))
