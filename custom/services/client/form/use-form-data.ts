import type { CallResponse } from '#engine/model'
import { type Called, useCall } from '#engine/client'
import type { DispatcherService } from '../../model/dispatcher-service'
import { formCall } from '../../model/form-calls'
import type { FormSubject } from '../service-form'

export type FormData = CallResponse<typeof formCall>

/** Of a service that is there. */
export type ServiceFormData = FormData & { readonly item: DispatcherService }

/** What a form begins with: the service it is about, and what may be chosen. */
export const useFormData = (subject: FormSubject): Called<FormData> =>
  useCall(formCall, subject.kind === 'new' ? {} : { id: subject.id, ...(subject.kind === 'clone' ? { clone: 1 } : {}) })

export const subjectKey = (subject: FormSubject): string => (subject.kind === 'new' ? 'new' : `${subject.kind} ${subject.id}`)
