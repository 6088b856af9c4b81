import { useEffect, useMemo, useRef, useState } from 'react'
import { createDraftKeeper, type DraftOf } from './draft-keeper'

/** A save whose answer may have been lost: its key and its draft. */
interface SentDraft {
  readonly key: string
  readonly of: string
}

export type ChangeDraft<Draft> = (change: Partial<Draft> | ((draft: Draft) => Partial<Draft>)) => void

export interface HeldDraft<Draft> {
  readonly draft: Draft
  /** What it began with. */
  readonly base: Draft
  readonly isDirty: boolean
  /** It was restored after a reload. */
  readonly isRestored: boolean
  readonly change: ChangeDraft<Draft>
  /** Begins anew from another record. */
  readonly restart: (base: Draft) => void
  /** Continues on top of another record. */
  readonly rebase: (base: Draft, draft: Draft) => void
  /** Drops the draft: it is saved or discarded. */
  readonly forget: () => void
  /** The last save that was tried, so that it is not made twice. */
  readonly sent: SentDraft | null
  readonly setSent: (sent: SentDraft | null) => void
}

interface Kept<Draft> {
  readonly draft: Draft
  readonly sent: SentDraft | null
}

/**
 * The draft of a form of a feature's own, plain JSON; what is not saved survives a reload of the tab.
 * @param begun values that were already typed elsewhere, applied on top of `first`
 */
export function useHeldDraft<Draft extends object>(
  { key, version }: DraftOf,
  first: Draft,
  begun?: Draft | null,
): HeldDraft<Draft> {
  const keeper = useMemo(() => createDraftKeeper<Kept<Draft>>({ key, version }), [key, version])
  const [kept] = useState(keeper.read)
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState(kept?.draft ?? begun ?? first)
  const [sent, setSent] = useState(kept?.sent ?? null)
  const [isRestored, setRestored] = useState(kept !== null)
  const gone = useRef(false)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base)
  useEffect(() => {
    if (gone.current) return undefined
    if (!isDirty) {
      keeper.forget()
      return undefined
    }
    keeper.keep(() => ({ draft, sent }))
    return keeper.stop
  }, [keeper, draft, sent, isDirty])
  return {
    draft,
    base,
    isDirty,
    isRestored,
    sent,
    setSent,
    change: (change) => {
      gone.current = false
      setDraft((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }))
    },
    restart: (next) => {
      setBase(next)
      setDraft(next)
      setRestored(false)
      keeper.forget()
    },
    rebase: (next, onto) => {
      gone.current = false
      setBase(next)
      setDraft(onto)
    },
    forget: () => {
      gone.current = true
      keeper.forget()
    },
  }
}
