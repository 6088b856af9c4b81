import { AppError } from '../../../model/errors'
import type { FileStorage } from './storage'
import { temporaryFiles, type TemporaryFiles } from './temporary-files'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { FILES_PATH } from '../../../model/values/stored-file'
import type { Db } from '../database/database'
import { sharedKey } from '../secrets/shared-key'

/** Addresses stay the same for this long, so that browsers cache their content; they open for an hour more. */
const SLOT_MS = 15 * 60_000
const OPEN_MS = 60 * 60_000
const KEY_BYTES = 32
const SETTING = 'files_key'

/** What an address says after the file's id. */
interface SignedParts {
  /** Seconds since 1970 until which it opens. */
  readonly expiry: string
  /** The session that was given it; absent: nobody's, as on a public page. */
  readonly session?: string
  readonly signature: string
}

/**
 * Signs the addresses of files: the session that was given one may read the file for a while, and there is no other
 * access to it.
 */
interface FileLinks {
  /** `/api/files/<id>/<name>?e=<seconds>&u=<session>&s=<signature>` */
  url(id: number, name: string, id_session: number | null): string
  /**
   * Seconds for which the address still opens while its session does; 0: it has expired; null: it is not signed by us.
   */
  left_s(id: number, parts: SignedParts): number | null
  /**
   * Loads the key that all servers of this database share, created by the first of them; until then no address opens.
   */
  open(db: Db): Promise<void>
}

function fileLinks(now: () => Date): FileLinks {
  let key: Buffer = randomBytes(KEY_BYTES)
  const sign = (id: number, expiry: string, session = ''): Buffer =>
    createHmac('sha256', key).update(`${id} ${expiry} ${session}`).digest()
  return {
    url(id, name, id_session) {
      const session = id_session === null ? '' : String(id_session)
      const expiry = String((Math.floor(now().getTime() / SLOT_MS) * SLOT_MS + SLOT_MS + OPEN_MS) / 1000)
      return `${FILES_PATH}/${id}/${encodeURIComponent(name)}?e=${expiry}${session && `&u=${session}`}&s=${sign(id, expiry, session).toString('base64url')}`
    },
    left_s(id, { expiry, session, signature }) {
      const given = Buffer.from(signature, 'base64url')
      const own = sign(id, expiry, session)
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
