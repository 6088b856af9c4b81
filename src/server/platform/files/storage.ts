import type { Readable } from 'node:stream'
import { folderStorage } from './folder-storage'
import { s3Storage, type S3Place } from './s3-storage'

/** Where the bytes of files are kept, by keys that the server generates (`ab/ab12…`). */
export interface FileStorage {
  /** Stores the file at `path` under a key; once it returns, a crash loses nothing of it. */
  put(key: string, path: string, size_bytes: number, sha256: string): Promise<void>
  /** Null: there is nothing under the key. */
  get(key: string): Promise<Readable | null>
  /** A missing file is no error. */
  remove(key: string): Promise<void>
  /** Where they are on this machine; absent: elsewhere. */
  readonly folder?: string
}

export type FilesPlace = { readonly folder: string } | { readonly s3: S3Place }

export function openStorage(place: FilesPlace): FileStorage {
  return 's3' in place ? s3Storage(place.s3) : folderStorage(place.folder)
}
