import { createContext, useContext } from 'react'
import type { ChangeDraft } from '#engine/client'
import type { FormSubject, ServiceFormProps } from '../service-form'
import type { ServiceDraft } from './draft'
import type { KnownClient } from './use-client-data'
import type { FormData } from './use-form-data'
import type { Priced } from './use-priced'

/** What every part of the form of a service reads. */
export interface ServiceContext {
  readonly subject: FormSubject
  readonly data: FormData
  readonly draft: ServiceDraft
  readonly change: ChangeDraft<ServiceDraft>
  readonly client: KnownClient
  readonly priced: Priced
  /** Sentences by source of the form; one that is being corrected shows no error meanwhile. */
  readonly errors: { readonly [source: string]: string | undefined }
  /** The asker may change it, and nothing is being saved. */
  readonly isOpen: boolean
  /** Never: it is over, or the asker has no right. */
  readonly isLocked: boolean
  /** The stop that the next chosen place goes to. */
  readonly placing: number | null
  readonly setPlacing: (index: number | null) => void
  readonly board: Pick<ServiceFormProps, 'fleet' | 'onFindDriver' | 'onAddClient'>
  /** Puts the focus on the control of a source, once it is drawn. */
  readonly focus: (source: string) => void
}

const Context = createContext<ServiceContext | null>(null)
export const ServiceProvider = Context.Provider

export function useService(): ServiceContext {
  const service = useContext(Context)
  if (!service) throw new Error('A part of the form of a service is shown outside of it.')
  return service
}
