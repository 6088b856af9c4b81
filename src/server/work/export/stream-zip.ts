import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** One file of a zip, whose content comes in pieces. */
export interface ZipPart {
  readonly path: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

/**
 * Writes a zip as it is consumed: a part is requested after the one before it is read completely, so that it may depend
 * on earlier ones.
 */
export async function* zipped(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  const read: { part?: Readable } = {}
  const write = async (): Promise<void> => {
    for await (const { path, content } of parts) {
      read.part = Readable.from(content)
      zip.addReadStream(read.part, path, { compressionLevel: 4 })
      await finished(read.part)
    }
    zip.end()
  }
  const written = write().catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  try {
    for await (const chunk of output) yield chunk as Uint8Array
  } finally {
    // A consumer that stops early leaves the current part half read: its source is closed.
    read.part?.destroy()
    await written
  }
}
