/** Who writes, as the activity log and the events say it. */
export interface By {
  /** Row of `users`; null: the program itself. */
  readonly id_user: number | null
  /** Android, iOS, web, api or widget. */
  readonly platform: string
  readonly id_session?: number | null
}

/** The program itself. */
export const BY_PROGRAM: By = { id_user: null, platform: 'api' }

/** What a write of a feature's own is, beside its columns. */
export interface PatchDeed<C extends string = string> {
  readonly by: By
  readonly now: Date
  /**
   * Verb of its line in the activity log (`logs.types.<verb>`); null: the line of a deed that it belongs to says it.
   */
  readonly verb: string | null
  readonly note?: string | null
  /** What the log calls the record; absent: as its entity says (`x-titled`, `x-represent`). */
  readonly title?: string
  /** The columns whose change the log says; absent: all that are written. */
  readonly says?: readonly string[]
  /** Columns that the answer has beside those that are written. */
  readonly reads?: readonly C[]
  /** Removed rows are written as well: one that comes back. */
  readonly removed?: true
}

interface Asker {
  readonly actor: { readonly id: number }
  readonly platform: string
  readonly session: { readonly id: number | null }
}

/** Whoever asks, of the context of a call. */
export const byAsker = ({ actor, platform, session }: Asker): By => ({
  id_user: actor.id,
  platform,
  id_session: session.id,
})

/** Whoever writes the record of a hook. */
export const byHook = ({
  actor,
  id_session = null,
}: {
  readonly actor: { readonly id: number }
  readonly id_session?: number | null
}): By => ({ id_user: actor.id || null, platform: 'web', id_session })
