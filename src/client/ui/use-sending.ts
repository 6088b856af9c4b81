import { useEffect, useRef, useState } from 'react'
import type { Json } from '../../model/json'
import { SENDING, type FileLimits } from '../../model/stored-file'
import type { InputProps } from './field-view'
import { useSay } from './style'
import { useUploads } from './upload'

interface Sending {
  readonly name: string
  /** What is on its way, for a preview. */
  readonly local: string
  /** 0 to 1. */
  readonly share: number
}

const KB = 1024

/**
 * Sends the chosen file of a field. Meanwhile the form's value says so, which no form saves; when it fails or is given up the value is
 * what it was.
 */
export function useSending({ field, value, onChange, onBlur }: InputProps, limits: FileLimits) {
  const uploads = useUploads()
  const say = useSay()
  const [sending, setSending] = useState<Sending | null>(null)
  const [fault, setFault] = useState<string>()
  const stop = useRef<AbortController | null>(null)
  const settled = before(value)
  useEffect(() => () => stop.current?.abort(), [])
  // A draft that was kept while a file was on its way.
  const isLeft = value !== settled && sending === null
  useEffect(() => {
    if (isLeft) onChange(settled)
  }, [isLeft, onChange, settled])

  const send = (file: File): void => {
    if (limits.most_kb !== null && file.size > limits.most_kb * KB) return setFault(say('validation.file_too_heavy', { n: limits.most_kb }))
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    const local = URL.createObjectURL(file)
    const shown = { name: file.name, local }
    setFault(undefined)
    setSending({ ...shown, share: 0 })
    onChange(`${SENDING}${typeof settled === 'string' ? settled : ''}`)
    const isCurrent = (): boolean => stop.current === controller && !controller.signal.aborted
    uploads.upload(field, file, { signal: controller.signal, onProgress: (share) => isCurrent() && setSending({ ...shown, share }) })
      .then(({ url }) => isCurrent() && onChange(url), (error: unknown) => {
        if (!isCurrent()) return
        setFault(uploads.sentence(field, error))
        onChange(settled)
      })
      .finally(() => {
        if (isCurrent()) {
          setSending(null)
          onBlur?.()
        }
        URL.revokeObjectURL(local)
      })
  }
  const cancel = (): void => {
    stop.current?.abort()
    setSending(null)
    onChange(settled)
  }
  return { sending, fault, send, cancel, settled }
}

/** The value that stood there before a file was on its way. */
function before(value: Json): Json {
  if (typeof value !== 'string' || !value.startsWith(SENDING)) return value
  return value.slice(SENDING.length) || null
}
