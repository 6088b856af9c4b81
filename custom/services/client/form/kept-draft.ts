import type { FormSubject } from '../service-form'
import type { ServiceDraft } from './draft'

// The tab's own storage: it survives a reload and goes with the tab.
const PREFIX = 'toolrides_v5.draft.'
// Another shape of the draft is another draft.
const SHAPE = 2

/** A draft as it is kept. */
export interface KeptDraft {
  /** Of the service that is changed; null: a new one. */
  readonly version: number | null
  readonly draft: ServiceDraft
  /** A save whose answer may have been lost: its key, and the draft it was of. */
  readonly sent: { readonly key: string; readonly of: string } | null
}

export const draftKey = (actor: number | string, subject: FormSubject): string =>
  `${actor}.service.${subject.kind === 'new' ? 'new' : `${subject.kind}.${subject.id}`}`

export function keepDraft(key: string, kept: KeptDraft): void {
  try { sessionStorage.setItem(PREFIX + key, JSON.stringify({ shape: SHAPE, ...kept })) } catch { /* A full or refused storage keeps no draft. */ }
}

/** What was kept of a service of this version; null: nothing. */
export function readDraft(key: string, version: number | null): KeptDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as (KeptDraft & { shape: number }) | null
    return kept && kept.shape === SHAPE && kept.version === version ? kept : null
  } catch {
    return null
  }
}

export function forgetDraft(key: string): void {
  try { sessionStorage.removeItem(PREFIX + key) } catch { /* As above. */ }
}
