import type { ServiceDraft } from '../form/draft'

/** A caller whose client is not known yet: what was typed to find them, and in which scope. */
export interface TypedCaller {
  readonly text: string
  /** Enter was pressed: they are being found. */
  readonly isChosen: boolean
  readonly id_branch?: number
  readonly id_company?: number
}

/** All that was typed of a call. */
export interface EnquiryContent {
  readonly draft: ServiceDraft
  readonly caller: TypedCaller | null
  /** Numbers of places, pressed before the places were known. */
  readonly digits: readonly number[]
}

/** Why a save came back. */
export interface RefusedSave {
  readonly message: string
  /** Sentences by the sources of the form. */
  readonly errors: { readonly [source: string]: string }
  /** Rides that were booked already, it seems: the same save is done where these are not meant. */
  readonly similar?: readonly number[]
}

/** Why, where no form shows its fields: what is wrong with them, in place of a pointer to marks that nobody sees. */
export const refusalText = ({ message, errors }: RefusedSave): string =>
  [...new Set(Object.values(errors))].join(' ') || message

/** A call: what was typed of it, whether it is the one in the form or waits at its side. */
export interface Enquiry {
  readonly key: string
  readonly begun_ms: number
  /** Null: nothing yet. */
  readonly content: EnquiryContent | null
  /** The service that it was copied from. */
  readonly cloned: number | null
  readonly refused: RefusedSave | null
  /** The save that came back, so that the same one is not made twice. */
  readonly sent: { readonly key: string; readonly of: string } | null
  /** It was in the form when the page was loaded anew. */
  readonly isRestored: boolean
}

/** Who calls, in a word: their name, else what was typed to find them; empty: nobody knows. */
export function callerOf(content: EnquiryContent | null): string {
  const { draft, caller } = content ?? {}
  const name = draft?.client ? [draft.client.name, draft.client.surname].filter(Boolean).join(' ') : ''
  return name || draft?.client?.phone || caller?.text.trim() || draft?.invited_name.trim() || ''
}
