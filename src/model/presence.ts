/** What somebody does with a record that they have open. */
export type PresenceMode = 'see' | 'edit'

/** Seconds between two calls of a page that has a record open. */
export const PRESENCE_EVERY_S: { readonly [mode in PresenceMode]: number } = { see: 10, edit: 5 }

/** Somebody else who has the record open; without a name where the asker may not see that person. */
export interface PresentPerson {
  readonly id: number | null
  readonly name: string | null
  readonly mode: PresenceMode
}

/** `POST {endpoint}/{id}/presence`. */
export interface PresenceAnswer {
  readonly version: number
  /** Who saved it last, and when; only where the asker's version is an older one. */
  readonly changed?: { readonly by: string | null; readonly at: string | null }
  readonly people: readonly PresentPerson[]
  /** It was there when this page opened it, and has since left its catalogue or the asker's reach. */
  readonly gone?: true
}
