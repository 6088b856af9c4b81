import { useState } from 'react'
import type { ServiceDraft } from './draft'
import { valueAt } from './draft-errors'

export interface Sentences { readonly [source: string]: string | undefined }

interface FormErrors {
  readonly errors: Sentences
  readonly tell: (errors: Sentences, draft: ServiceDraft) => void
}

/** Errors by source, until the value there is changed. */
export function useFormErrors(draft: ServiceDraft): FormErrors {
  const [told, setTold] = useState<{ readonly errors: Sentences; readonly draft: ServiceDraft }>()
  const errors = told
    ? Object.fromEntries(Object.entries(told.errors).filter(([source]) => isSameAt(source, told.draft, draft)))
    : NONE
  return { errors, tell: (next, of) => setTold({ errors: next, draft: of }) }
}

const NONE: Sentences = {}

const isSameAt = (source: string, one: ServiceDraft, other: ServiceDraft): boolean =>
  JSON.stringify(valueAt(one, source)) === JSON.stringify(valueAt(other, source))
