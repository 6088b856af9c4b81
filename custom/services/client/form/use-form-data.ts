import { useEffect, useState } from 'react'
import type { CallResponse } from '#engine/model'
import { useProvider } from '#engine/client'
import type { DispatcherService } from '../../model/dispatcher-service'
import { formCall } from '../../model/form-calls'
import type { FormSubject } from '../service-form'

export type FormData = CallResponse<typeof formCall>

/** Of a service that is there. */
export type ServiceFormData = FormData & { readonly item: DispatcherService }

export interface LoadedFormData {
  readonly data: FormData | null
  readonly failure: unknown
  readonly retry: () => void
}

/** What a form begins with: the service it is about, and what may be chosen. */
export function useFormData(subject: FormSubject): LoadedFormData {
  const provider = useProvider()
  const [turn, setTurn] = useState(0)
  const [known, setKnown] = useState<{ readonly key: string; readonly data: FormData | null; readonly failure: unknown }>()
  const key = `${turn} ${subjectKey(subject)}`
  useEffect(() => {
    const asked = new AbortController()
    const [, kind, id] = key.split(' ')
    provider.call(formCall, kind === 'new' ? {} : { id: Number(id), ...(kind === 'clone' ? { clone: 1 } : {}) }, { signal: asked.signal }).then(
      (data) => setKnown({ key, data, failure: null }),
      (failure: unknown) => { if (!asked.signal.aborted) setKnown({ key, data: null, failure }) },
    )
    return () => asked.abort()
  }, [provider, key])
  const current = known?.key === key ? known : null
  return { data: current?.data ?? null, failure: current?.failure ?? null, retry: () => setTurn(turn + 1) }
}

export const subjectKey = (subject: FormSubject): string => (subject.kind === 'new' ? 'new' : `${subject.kind} ${subject.id}`)
