import type { Json } from './json'

/**
 * What the conformance suite cannot know of a catalogue from its metadata, because a hook or the other tables decide
 * it. A feature says it in `custom/<feature>/samples.ts`, which no program imports.
 */
export interface Sample {
  /** Values of fields that are taken in place of samples of their types: `{ amount: () => 0.01 }`. */
  readonly values?: { readonly [field: string]: (random: () => number) => Json }
  /**
   * Of a reference: the catalogue whose records it may name here, where a check of the record asks for more than the
   * field says.
   */
  readonly from?: { readonly [field: string]: string }
  /** Fields that a hook settles by what else there is, whatever was sent. */
  readonly settled?: readonly string[]
  /** Tests that hold what is written here, because no sample can: files below `tests/`. Then the suite only reads. */
  readonly heldBy?: readonly string[]
  /** Tests that hold who sees its rows, because they are of several owners at once or are made by calls alone. */
  readonly ownersHeldBy?: readonly string[]
  /** Records are made by a call, not by a form: what may refer to one takes one that is there, or none. */
  readonly madeByCall?: boolean
}

/** Samples by catalogue, or by entity for all catalogues over it. */
export interface Samples {
  readonly [name: string]: Sample
}
