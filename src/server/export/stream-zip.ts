import { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

const UINT32 = 0xffff_ffff
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808

/** Writes a zip piece by piece; sizes are told after the data, since nobody knows them before. At most 4 GB. */
export class ZipWriter {
  readonly #entries: Buffer[] = []
  #count = 0
  #offset = 0

  /** One file of the zip, packed as its content comes. @throws {RangeError} beyond 4 GB */
  async *entry(path: string, content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
    const name = Buffer.from(path)
    const offset = this.#offset
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    putForm(head, 4)
    head.writeUInt16LE(name.length, 26)
    yield this.#counted(Buffer.concat([head, name]))

    let [crc, size, packed] = [0, 0, 0]
    const measured = Readable.from(
      (async function* () {
        for await (const text of content) {
          const bytes = Buffer.from(text)
          crc = crc32(bytes, crc)
          size += bytes.length
          yield bytes
        }
      })(),
    )
    const deflate = createDeflateRaw({ level: 4 })
    // Its callback hears of a failure that the loop below throws anyway.
    pipeline(measured, deflate, () => {})
    for await (const chunk of deflate) {
      packed += (chunk as Buffer).length
      yield this.#counted(chunk as Buffer)
    }
    if (size > UINT32 || this.#offset > UINT32) throw new RangeError('A zip without its 64-bit form ends at 4 GB.')

    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc, 0)
    sizes.writeUInt32LE(packed, 4)
    sizes.writeUInt32LE(size, 8)
    const mark = Buffer.alloc(4)
    mark.writeUInt32LE(0x08074b50, 0)
    yield this.#counted(Buffer.concat([mark, sizes]))

    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    putForm(entry, 6)
    sizes.copy(entry, 16)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    this.#entries.push(entry, name)
    this.#count++
  }

  /** The directory, the zip's last bytes. */
  end(): Buffer {
    const directory = Buffer.concat(this.#entries)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#count, 8)
    end.writeUInt16LE(this.#count, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return Buffer.concat([directory, end])
  }

  #counted(bytes: Buffer): Buffer {
    this.#offset += bytes.length
    return bytes
  }
}

/** Version needed, flags, method, and a date that says nothing: 1980-01-01. */
function putForm(header: Buffer, at: number): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(FLAGS, at + 2)
  header.writeUInt16LE(8, at + 4)
  header.writeUInt16LE(0x21, at + 8)
}
