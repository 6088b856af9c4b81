import { useEffect, useState, useSyncExternalStore } from 'react'
import { useUploads, type UploadField } from '../../ui/inputs/upload'
import { attachmentShelf, type ShelfFile, type AttachmentShelf } from './attachment-shelf'

export interface Attachments {
  readonly files: readonly ShelfFile[]
  readonly error: string | undefined
  readonly add: (chosen: readonly File[]) => void
  readonly drop: (key: number) => void
  /** Sends once more what did not arrive. */
  readonly retry: (key: number) => void
  /** Takes off what was sent with the message. */
  readonly release: (ids: readonly number[]) => void
  readonly isSending: boolean
  readonly hasFailed: boolean
}

interface Options {
  readonly max: number
  /** What is said of more than `max`. */
  readonly tooMany: string
  /** Where they lie while the box is away, whose owner ends them; absent: they go with the box. */
  readonly kept?: AttachmentShelf
}

/** The files that somebody attaches to a message; each is sent at once, and kept by the message when it is written. */
export function useAttachments(field: UploadField, { max, tooMany, kept }: Options): Attachments {
  const uploads = useUploads()
  const [own] = useState(attachmentShelf)
  const shelf = kept ?? own
  const { files, error } = useSyncExternalStore(shelf.watch, shelf.read)
  useEffect(() => own.stop, [own])
  const sending = { field, uploads, max, tooMany }
  return {
    files,
    error,
    drop: shelf.drop,
    release: shelf.release,
    add: (chosen) => shelf.add(chosen, sending),
    retry: (key) => shelf.retry(key, sending),
    isSending: files.some(({ id, error: wrong }) => id === null && wrong === null),
    hasFailed: files.some(({ error: wrong }) => wrong !== null),
  }
}
