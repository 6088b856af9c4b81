import { useEffect, useRef, useState } from 'react'
import { COMMENT_FILES, MAX_FILES } from '../../model/people-calls'
import { addressedFile } from '../../model/values/stored-file'
import { useUploads } from '../../ui/inputs/upload'
import { useSay } from '../../ui/show/style'

/** A file that goes with a comment: on its way, or taken by the server. */
export interface SentFile {
  readonly key: number
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  /** Null until it has arrived. */
  readonly id: number | null
}

/** The files that somebody attaches to a comment; each is sent at once, and kept by the comment when that is written. */
export function useCommentFiles() {
  const uploads = useUploads()
  const say = useSay()
  const [files, setFiles] = useState<readonly SentFile[]>([])
  const [error, setError] = useState<string>()
  const stops = useRef(new Map<number, AbortController>())
  const next = useRef(0)
  useEffect(() => () => stops.current.forEach((stop) => stop.abort()), [])
  const drop = (key: number): void => {
    stops.current.get(key)?.abort()
    setFiles((now) => now.filter((one) => one.key !== key))
  }
  const add = (chosen: readonly File[]): void => {
    setError(undefined)
    if (files.length + chosen.length > MAX_FILES) return setError(say('people.file_too_many', { max: MAX_FILES }))
    for (const file of chosen) {
      const key = next.current++
      const stop = new AbortController()
      stops.current.set(key, stop)
      const put = (part: Partial<SentFile>): void => setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)))
      setFiles((now) => [...now, { key, name: file.name, share: 0, id: null }])
      uploads.upload(COMMENT_FILES, file, { signal: stop.signal, onProgress: (share) => put({ share }) })
        .then(({ url }) => put({ share: 1, id: addressedFile(url)?.id ?? null }), (failure: unknown) => {
          if (stop.signal.aborted) return
          setError(uploads.sentence(COMMENT_FILES, failure))
          drop(key)
        })
    }
  }
  return { files, error, add, drop, clear: () => setFiles([]), isSending: files.some(({ id }) => id === null) }
}
