import { AppError } from '../../model/errors'
import type { FileStorage } from './storage'
import { temporaryFiles, type TemporaryFiles } from './temporary-files'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { FILES_PATH } from '../../model/values/stored-file'
import type { Db } from '../database/database'
import { sharedKey } from '../settings/shared-key'

/** Addresses stay the same for this long, so that browsers cache their content; they open for an hour more. */
const SLOT_MS = 15 * 60_000
const OPEN_MS = 60 * 60_000
const KEY_BYTES = 32
const SETTING = 'files_key'

/** Signs the addresses of files: a user who was given one may read the file for a while, and there is no other access to it. */
interface FileLinks {
  /** `/api/files/<id>/<name>?e=<seconds>&s=<signature>` */
  url(id: number, name: string): string
  /** Seconds for which the address still opens; 0: it has expired; null: it is not signed by us. */
  left_s(id: number, expiry: string, signature: string): number | null
  /** Loads the key that all servers of this database share, created by the first of them; until then no address opens. */
  open(db: Db): Promise<void>
}

function fileLinks(now: () => Date): FileLinks {
  let key: Buffer = randomBytes(KEY_BYTES)
  const sign = (id: number, expiry: string): Buffer => createHmac('sha256', key).update(`${id} ${expiry}`).digest()
  return {
    url(id, name) {
      const expiry = String((Math.floor(now().getTime() / SLOT_MS) * SLOT_MS + SLOT_MS + OPEN_MS) / 1000)
      return `${FILES_PATH}/${id}/${encodeURIComponent(name)}?e=${expiry}&s=${sign(id, expiry).toString('base64url')}`
    },
    left_s(id, expiry, signature) {
      const given = Buffer.from(signature, 'base64url')
      const own = sign(id, expiry)
      if (!/^\d{1,12}$/.test(expiry) || given.length !== own.length || !timingSafeEqual(given, own)) return null
      return Math.max(0, Math.floor(Number(expiry) - now().getTime() / 1000))
    },
    async open(db) {
      key = await sharedKey(db, SETTING)
    },
  }
}

/** Where files are kept, and how they are accessed. */
export interface Files {
  readonly storage: FileStorage
  readonly links: FileLinks
  /** Of calls that bring files. */
  readonly temporary: TemporaryFiles
}

export function filesOf(storage: FileStorage | undefined, now: () => Date): Files {
  return { storage: storage ?? NOWHERE, links: fileLinks(now), temporary: temporaryFiles() }
}

/** For a server without storage for files (a command that works on rows alone). */
const nowhere = (): Promise<never> => Promise.reject(new AppError('UNAVAILABLE', { say: 'files.storage_down' }))
const NOWHERE: FileStorage = { put: nowhere, get: nowhere, remove: nowhere }
