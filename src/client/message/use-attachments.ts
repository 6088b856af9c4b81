import { useEffect, useRef, useState } from 'react'
import { addressedFile } from '../../model/values/stored-file'
import { useUploads, type UploadField } from '../../ui/inputs/upload'

/** A file that goes with a message: on its way, taken by the server, or refused by it. */
export interface Attachment {
  readonly key: number
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  /** Null until it has arrived. */
  readonly id: number | null
  /** Why it did not arrive. */
  readonly error: string | null
}

export interface Attachments {
  readonly files: readonly Attachment[]
  readonly error: string | undefined
  readonly add: (chosen: readonly File[]) => void
  readonly drop: (key: number) => void
  /** Sends once more what did not arrive. */
  readonly retry: (key: number) => void
  readonly clear: () => void
  readonly isSending: boolean
  readonly hasFailed: boolean
}

/** The files that somebody attaches to a message; each is sent at once, and kept by the message when that is written. @param tooMany what is said of more than `max` */
export function useAttachments(field: UploadField, { max, tooMany }: { readonly max: number; readonly tooMany: string }): Attachments {
  const uploads = useUploads()
  const [files, setFiles] = useState<readonly Attachment[]>([])
  const [error, setError] = useState<string>()
  const sent = useRef(new Map<number, { readonly file: File; stop: AbortController }>())
  const next = useRef(0)
  useEffect(() => {
    const { current } = sent
    return () => current.forEach(({ stop }) => stop.abort())
  }, [])
  const put = (key: number, part: Partial<Attachment>): void => setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const drop = (key: number): void => {
    sent.current.get(key)?.stop.abort()
    sent.current.delete(key)
    setError(undefined)
    setFiles((now) => now.filter((one) => one.key !== key))
  }
  const upload = (key: number, file: File): void => {
    const stop = new AbortController()
    sent.current.set(key, { file, stop })
    uploads.upload(field, file, { signal: stop.signal, onProgress: (share) => put(key, { share }) })
      .then(({ url }) => put(key, { share: 1, id: addressedFile(url)?.id ?? null }), (failure: unknown) => {
        if (!stop.signal.aborted) put(key, { error: uploads.sentence(field, failure) })
      })
  }
  const add = (chosen: readonly File[]): void => {
    setError(undefined)
    if (files.length + chosen.length > max) return setError(tooMany)
    for (const file of chosen) {
      const key = next.current++
      setFiles((now) => [...now, { key, name: file.name, share: 0, id: null, error: null }])
      upload(key, file)
    }
  }
  const retry = (key: number): void => {
    const one = sent.current.get(key)
    if (!one) return
    put(key, { share: 0, error: null })
    upload(key, one.file)
  }
  const clear = (): void => {
    sent.current.clear()
    setFiles([])
  }
  return { files, error, add, drop, retry, clear, isSending: files.some(({ id, error: wrong }) => id === null && wrong === null), hasFailed: files.some(({ error: wrong }) => wrong !== null) }
}
