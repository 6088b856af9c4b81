import { useEffect, useRef, useState } from 'react'
import { useConsole } from '#engine/client'
import type { FormSubject } from '../service-form'
import type { ServiceDraft } from './draft'
import { draftKey, forgetDraft, keepDraft, readDraft, type KeptDraft } from './kept-draft'

const PAUSE_MS = 300

export type ChangeDraft = (change: Partial<ServiceDraft> | ((draft: ServiceDraft) => Partial<ServiceDraft>)) => void

export interface HeldDraft {
  readonly draft: ServiceDraft
  /** What it began with. */
  readonly base: ServiceDraft
  readonly isDirty: boolean
  /** It was brought back after a reload. */
  readonly isRestored: boolean
  readonly change: ChangeDraft
  /** Begins anew from another record. */
  readonly restart: (base: ServiceDraft) => void
  /** Goes on upon another record. */
  readonly rebase: (base: ServiceDraft, draft: ServiceDraft) => void
  /** Nothing is held any more: it is saved, or given up. */
  readonly forget: () => void
  /** The last save that was tried, so that the same one is not made twice. */
  readonly sent: KeptDraft['sent']
  readonly setSent: (sent: KeptDraft['sent']) => void
}

/** The draft of a form; what is not saved survives a reload of the tab. @param version of the service that is changed */
export function useHeldDraft(subject: FormSubject, first: ServiceDraft, version: number | null): HeldDraft {
  const { actor } = useConsole()
  const key = draftKey(actor.id, subject)
  const [kept] = useState(() => readDraft(key, version))
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState(kept?.draft ?? first)
  const [sent, setSent] = useState<KeptDraft['sent']>(kept?.sent ?? null)
  const [isRestored, setRestored] = useState(kept !== null)
  const gone = useRef(false)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base)
  useEffect(() => {
    if (gone.current) return undefined
    if (!isDirty) {
      forgetDraft(key)
      return undefined
    }
    const timer = setTimeout(() => keepDraft(key, { version, draft, sent }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, version, draft, sent, isDirty])
  return {
    draft, base, isDirty, isRestored, sent, setSent,
    change: (change) => {
      gone.current = false
      setDraft((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }))
    },
    restart: (next) => {
      setBase(next)
      setDraft(next)
      setRestored(false)
      forgetDraft(key)
    },
    rebase: (next, onto) => {
      gone.current = false
      setBase(next)
      setDraft(onto)
    },
    forget: () => {
      gone.current = true
      forgetDraft(key)
    },
  }
}
