import type { JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import type { KeptRow } from './keep'
import type { Write } from './open-write'

/** What a write did to a record. */
export interface Happened {
  readonly id: RecordId
  /** Null: it is new. */
  readonly before: JsonObject | null
  /** Names of the changed fields. */
  readonly fields: readonly string[]
  readonly move?: string
  readonly removed?: true
}

/** Of a write, what its participants need to tell of it. */
export interface Telling extends Pick<Write, 'tx'> {
  readonly changed: ReadonlySet<string>
}

/** Two records of which one becomes the other, as they were. */
export interface Merged {
  readonly gone: JsonObject
  readonly kept: JsonObject
  readonly into: RecordId
  readonly note: string
}

/**
 * Who takes part in every write besides the rows themselves, within its transaction: events, followers, comments. The
 * runtime is made with them in their order, so that a write names none.
 */
export interface Participant {
  /** After the rows of records of one entity were written. */
  readonly written?: (context: RecordContext, write: Telling, happened: readonly Happened[]) => Promise<void>
  /** Before the record that becomes another one is removed. */
  readonly merged?: (context: RecordContext, write: Write, merged: Merged) => Promise<void>
  /** Leads back what `merged` has led to the other record. */
  readonly unmerged?: (write: Write, kept: KeptRow) => Promise<void>
}

declare module '../../language/runtime' {
  interface Runtime {
    /** Who takes part in every write, in their order. */
    readonly participants: readonly Participant[]
  }
}

/** Tells all participants what was done to records of one entity. */
export async function tellParticipants(
  context: RecordContext,
  write: Telling,
  happened: readonly Happened[],
): Promise<void> {
  for (const { written } of context.runtime.participants) await written?.(context, write, happened)
}
