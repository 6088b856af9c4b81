import type { JsonObject } from '../../../model/json'

/**
 * How a file's values are read: `exact`, lossless and fit to be loaded again; `shown`, as the console shows them;
 * `typed`, for a sheet; `printed`, as `shown` with pictures in place of their names.
 */
export type FileReading = 'exact' | 'shown' | 'typed' | 'printed'

/** A value by its own type, for a sheet's cell. A `moment` is clock time in the company's zone. */
export type TypedValue =
  | string
  | { readonly number: string; readonly money: boolean }
  | { readonly day: string }
  | { readonly moment: string }

/** The address of a picture. */
interface FilePicture {
  readonly picture: string
  readonly name: string
}

/** Read as `exact` or `shown`, every value is a text. */
export type FileValue = TypedValue | FilePicture

export interface DocumentColumn {
  readonly label: string
  readonly align: 'left' | 'right'
  /** Of an area: its GeoJSON geometry, from its `exact` text; null where it has none. */
  readonly geometry?: (text: string) => JsonObject | null
}

/** Rows of values, in batches. */
export type Batches = AsyncIterable<readonly (readonly FileValue[])[]>

export interface FileTable {
  readonly title: string
  readonly columns: readonly DocumentColumn[]
  /** Rows in batches; can be read once. */
  batches(reading: FileReading): Batches
}

/** The content of a file, whatever its format. */
export interface FileDocument {
  readonly title: string
  readonly brand: string
  /** When it was created, in the company's zone and the console's format. */
  readonly made: string
  readonly language: string
  /** How sheets format money. */
  readonly money: { readonly coin: string; readonly coinSpace: boolean; readonly decimals: number }
  /** Texts that a writer needs, in the asker's language. */
  readonly say: (key: string, params?: { readonly [name: string]: string | number }) => string
  readonly tables: readonly FileTable[]
  /** The picture at an address as `data:…`, as long as the file has room for it. */
  readonly picture: (address: string) => Promise<string | null>
}

/** Writes a document piece by piece. */
export type FileWriter = (document: FileDocument) => AsyncIterable<string | Uint8Array>

/** The same batches with the first one already fetched, so that a query's errors are known before a byte is written. */
export async function started<T>(source: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const items = source[Symbol.asyncIterator]()
  let first: IteratorResult<T> | null = await items.next()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const held = first
        first = null
        return held ?? items.next()
      },
      async return() {
        await items.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}
