import { addressedFile } from '../../model/values/stored-file'
import type { UploadField, Uploads } from '../../ui/inputs/upload'

/** A file that goes with a message: on its way, taken by the server, or refused by it. */
export interface ShelfFile {
  readonly key: number
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  /** Null until it has arrived. */
  readonly id: number | null
  /** Why it did not arrive. */
  readonly error: string | null
}

/** What lies on a shelf; `error` is about what was not put there. */
interface Shelved {
  readonly files: readonly ShelfFile[]
  readonly error: string | undefined
}

/** How files are sent, and how many may lie there. */
interface Sending {
  readonly field: UploadField
  readonly uploads: Uploads
  readonly max: number
  readonly tooMany: string
}

/** The files for one message. They go on arriving while the box that shows them is away. */
export interface AttachmentShelf {
  readonly read: () => Shelved
  readonly watch: (changed: () => void) => () => void
  readonly add: (chosen: readonly File[], sending: Sending) => void
  readonly drop: (key: number) => void
  /** Sends once more what did not arrive. */
  readonly retry: (key: number, sending: Sending) => void
  /** Takes off what a message holds from now on; what was put there meanwhile stays. */
  readonly release: (ids: readonly number[]) => void
  /** Ends what is under way; what has not arrived can be sent again. */
  readonly stop: () => void
}

export function attachmentShelf(): AttachmentShelf {
  let shelved: Shelved = { files: [], error: undefined }
  let next = 0
  const watchers = new Set<() => void>()
  const sent = new Map<number, { readonly file: File; readonly stop: AbortController }>()
  const put = (change: Partial<Shelved>): void => {
    shelved = { ...shelved, ...change }
    for (const changed of watchers) changed()
  }
  const mark = (key: number, part: Partial<ShelfFile>): void =>
    put({ files: shelved.files.map((one) => (one.key === key ? { ...one, ...part } : one)) })
  const upload = (key: number, file: File, { field, uploads }: Sending): void => {
    const stop = new AbortController()
    sent.set(key, { file, stop })
    uploads.upload(field, file, { signal: stop.signal, onProgress: (share) => mark(key, { share }) }).then(
      ({ url }) => mark(key, { share: 1, id: addressedFile(url)?.id ?? null }),
      (failure: unknown) => {
        if (!stop.signal.aborted) mark(key, { error: uploads.sentence(field, failure) })
      },
    )
  }
  return {
    read: () => shelved,
    watch(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    add(chosen, sending) {
      if (shelved.files.length + chosen.length > sending.max) return put({ error: sending.tooMany })
      put({ error: undefined })
      for (const file of chosen) {
        const key = next++
        put({ files: [...shelved.files, { key, name: file.name, share: 0, id: null, error: null }] })
        upload(key, file, sending)
      }
    },
    drop(key) {
      sent.get(key)?.stop.abort()
      sent.delete(key)
      put({ files: shelved.files.filter((one) => one.key !== key), error: undefined })
    },
    retry(key, sending) {
      const one = sent.get(key)
      if (!one) return
      mark(key, { share: 0, error: null })
      upload(key, one.file, sending)
    },
    release(ids) {
      const left = shelved.files.filter(({ id }) => id === null || !ids.includes(id))
      for (const { key } of shelved.files) if (!left.some((one) => one.key === key)) sent.delete(key)
      put({ files: left, error: undefined })
    },
    stop: () => sent.forEach(({ stop }) => stop.abort()),
  }
}
