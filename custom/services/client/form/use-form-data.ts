import { useEffect } from 'react'
import type { Actor, CallResponse } from '#engine/model'
import { type Called, useCall, useConsole } from '#engine/client'
import type { DispatcherService } from '../../model/dispatcher-service'
import { formCall } from '../../model/form-calls'
import type { FormSubject } from '../service-form'

export type FormData = CallResponse<typeof formCall>

/** Of a service that is there. */
export type ServiceFormData = FormData & { readonly item: DispatcherService }

// What the last new form began with, by whom it was for: the next one is there at once, and asks again meanwhile.
const lastNew = new WeakMap<Actor, FormData>()

/** What a form begins with: the service it is about, and what may be chosen. */
export function useFormData(subject: FormSubject): Called<FormData> {
  const { actor } = useConsole()
  const called = useCall(
    formCall,
    subject.kind === 'new' ? {} : { id: subject.id, ...(subject.kind === 'clone' ? { clone: 1 } : {}) },
  )
  const { answer } = called
  useEffect(() => {
    if (subject.kind === 'new' && answer) lastNew.set(actor, answer)
  }, [subject, actor, answer])
  return { ...called, answer: answer ?? (subject.kind === 'new' ? (lastNew.get(actor) ?? null) : null) }
}

export const subjectKey = (subject: FormSubject): string =>
  subject.kind === 'new'
    ? 'new'
    : `${subject.kind} ${subject.id}${subject.kind === 'clone' && subject.isBack ? ' back' : ''}`
