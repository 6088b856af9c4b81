import { useEffect, useRef, useState } from 'react'
import { useConsole } from '#engine/client'
import type { FormSubject } from '../service-form'
import type { ServiceDraft } from './draft'

// The tab's own storage: it survives a reload and goes with the tab.
const PREFIX = 'toolrides_v5.draft.'
// Another shape of the draft is another draft.
const SHAPE = 2

/** A draft as it is kept. */
interface KeptDraft {
  /** Of the service that is changed; null: a new one. */
  readonly version: number | null
  readonly draft: ServiceDraft
  /** A save whose answer may have been lost: its key, and the draft it was of. */
  readonly sent: { readonly key: string; readonly of: string } | null
}

const draftKey = (actor: number | string, subject: FormSubject): string =>
  `${actor}.service.${subject.kind === 'new' ? 'new' : `${subject.kind}.${subject.id}`}`

function keepDraft(key: string, kept: KeptDraft): void {
  try { sessionStorage.setItem(PREFIX + key, JSON.stringify({ shape: SHAPE, ...kept })) } catch { /* A full or refused storage keeps no draft. */ }
}

/** What was kept of a service of this version; null: nothing. */
function readDraft(key: string, version: number | null): KeptDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as (KeptDraft & { shape: number }) | null
    return kept && kept.shape === SHAPE && kept.version === version ? kept : null
  } catch {
    return null
  }
}

function forgetDraft(key: string): void {
  try { sessionStorage.removeItem(PREFIX + key) } catch { /* As above. */ }
}

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
