import { useState } from 'react'
import type { ServiceDraft } from './draft'
import { draftValueAt } from './draft-errors'

export interface Sentences {
  readonly [source: string]: string | undefined
}

interface FormErrors {
  readonly errors: Sentences
  readonly showErrors: (errors: Sentences, draft: ServiceDraft) => void
}

/** Errors by source, until the value there is changed. */
export function useFormErrors(draft: ServiceDraft): FormErrors {
  const [shown, setShown] = useState<{ readonly errors: Sentences; readonly draft: ServiceDraft }>()
  const errors = shown
    ? Object.fromEntries(Object.entries(shown.errors).filter(([source]) => isSameAt(source, shown.draft, draft)))
    : NO_SENTENCES
  return { errors, showErrors: (next, of) => setShown({ errors: next, draft: of }) }
}

const NO_SENTENCES: Sentences = {}

const isSameAt = (source: string, one: ServiceDraft, other: ServiceDraft): boolean =>
  JSON.stringify(draftValueAt(one, source)) === JSON.stringify(draftValueAt(other, source))
