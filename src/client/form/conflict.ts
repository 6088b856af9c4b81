import { bodyOf, codeOf, sentenceOf } from '../provider/failure'

/** A record that somebody else changed while it was being edited here. */
export interface Conflict<Theirs> {
  readonly theirs: Theirs
  /** The server's sentence. */
  readonly message: string
  readonly by: string | null
  readonly at: string | null
}

/** Whether a save was refused because somebody else has saved the record meanwhile. */
export const isConflict = (failure: unknown): boolean => codeOf(failure) === 'CONFLICT'

/** The conflict that a save was refused for. @param theirs the record as it is now */
export function conflictOf<Theirs>(failure: unknown, theirs: Theirs): Conflict<Theirs> {
  const { conflict } = bodyOf(failure)
  const said: { readonly by?: unknown; readonly at?: unknown } =
    typeof conflict === 'object' && conflict !== null ? conflict : {}
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return { theirs, message: sentenceOf(failure) ?? '', by: text(said.by), at: text(said.at) }
}
