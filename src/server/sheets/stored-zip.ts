import type { Parts } from './unpack-zip'

/** A zip of parts as they are, without packing: its headers are ours, whatever those of the file they came from claimed. */
export function storedZip(parts: Parts): Buffer {
  const pieces: Uint8Array[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, part] of parts) {
    const name = Buffer.from(path)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt32LE(part.length, 18)
    head.writeUInt32LE(part.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt32LE(part.length, 20)
    entry.writeUInt32LE(part.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    pieces.push(head, name, part)
    directory.push(entry, name)
    offset += head.length + name.length + part.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, ...directory, end])
}
