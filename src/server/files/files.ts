import { AppError } from '../../model/errors'
import { fileLinks, type FileLinks } from './file-links'
import type { FileStorage } from './storage'

/** Where files are kept, and how they are reached. */
export interface Files {
  readonly storage: FileStorage
  readonly links: FileLinks
}

export function filesOf(storage: FileStorage | undefined, now: () => Date): Files {
  return { storage: storage ?? NOWHERE, links: fileLinks(now) }
}

/** For a server that was given no place for files (a command that works on rows alone). */
const nowhere = (): Promise<never> => Promise.reject(new AppError('UNAVAILABLE', { say: 'files.storage_down' }))
const NOWHERE: FileStorage = { put: nowhere, get: nowhere, remove: nowhere }
