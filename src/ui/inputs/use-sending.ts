import { useEffect, useRef, useState } from 'react'
import type { Json } from '../../model/json'
import { SENDING, type FileLimits } from '../../model/values/stored-file'
import type { InputProps } from '../field-view'
import { useSay } from '../show/style'
import { useUploads } from './upload'

interface Sending {
  readonly name: string
  /** The file being sent, for a preview; null until it is read, and where it is no picture. */
  readonly local: string | null
  /** 0 to 1. */
  readonly share: number
}

const KB = 1024

/**
 * Sends the chosen file of a field. Meanwhile the form's value marks it, and no form saves that; on a failure or
 * cancellation the value is restored.
 */
export function useSending({ field, value, onChange, onBlur }: InputProps, limits: FileLimits) {
  const uploads = useUploads()
  const say = useSay()
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<string>()
  const stop = useRef<AbortController | null>(null)
  const settled = before(value)
  useEffect(() => () => stop.current?.abort(), [])
  // A draft that was kept while a file was being sent.
  const isLeft = value !== settled && sending === null
  useEffect(() => {
    if (isLeft) onChange(settled)
  }, [isLeft, onChange, settled])

  const send = (file: File): void => {
    if (limits.most_kb !== null && file.size > limits.most_kb * KB)
      return setError(say('validation.file_too_heavy', { n: limits.most_kb }))
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    setError(undefined)
    setSending({ name: file.name, local: null, share: 0 })
    onChange(`${SENDING}${typeof settled === 'string' ? settled : ''}`)
    const isCurrent = (): boolean => stop.current === controller && !controller.signal.aborted
    const show = (part: Partial<Sending>): void => {
      if (isCurrent()) setSending((now) => now && { ...now, ...part })
    }
    readPicture(file, (local) => show({ local }))
    uploads
      .upload(field, file, { signal: controller.signal, onProgress: (share) => show({ share }) })
      .then(
        ({ url }) => isCurrent() && onChange(url),
        (error: unknown) => {
          if (!isCurrent()) return
          setError(uploads.sentence(field, error))
          onChange(settled)
        },
      )
      .finally(() => {
        if (isCurrent()) {
          setSending(null)
          onBlur?.()
        }
      })
  }
  const cancel = (): void => {
    stop.current?.abort()
    setSending(null)
    onChange(settled)
  }
  return { sending, error, send, cancel, settled }
}

/** Reads a picture into a data address; does not call back for other files. */
function readPicture(file: File, onRead: (address: string) => void): void {
  if (!file.type.startsWith('image/')) return
  const reader = new FileReader()
  reader.addEventListener('load', () => {
    if (typeof reader.result === 'string') onRead(reader.result)
  })
  reader.readAsDataURL(file)
}

/** The value before the file was sent. */
function before(value: Json): Json {
  if (typeof value !== 'string' || !value.startsWith(SENDING)) return value
  return value.slice(SENDING.length) || null
}
