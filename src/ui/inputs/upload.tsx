import { createContext, useContext } from 'react'
import type { Field } from '../../model/field'

/** A file that the server has taken; a record holds it once it is saved with this address. */
interface Uploaded {
  readonly url: string
}

interface UploadOptions {
  readonly signal: AbortSignal
  /** Called with the share that has been sent, 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** The field that a file is for. */
export type UploadField = Pick<Field, 'entity' | 'name'>

/** How file views send a file; the console supplies it over the data provider. Rejects with a readable error. */
export interface Uploads {
  upload(field: UploadField, file: File, options: UploadOptions): Promise<Uploaded>
  /** The sentence of an error of `upload`, at the field or in general. */
  sentence(field: UploadField, error: unknown): string
}

const UploadsContext = createContext<Uploads | null>(null)
export const UploadsProvider = UploadsContext.Provider

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('A file input needs an <UploadsProvider> around it.')
  return uploads
}
