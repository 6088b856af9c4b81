import type { JsonObject } from '../../model/json'

/** A removed record that can be had back. */
export interface RemovedRow {
  readonly id: number | string
  readonly label: string
  readonly date_removed: string
  readonly user_name: string | null
  readonly date_gone: string
}

/** What was removed, and what a removal does elsewhere. */
export interface RemovedProvider {
  /** What can be had back, the latest first; `days`: how long it is kept. */
  removed(resource: string, page: number): Promise<{ readonly items: readonly RemovedRow[]; readonly total: number; readonly days: number }>
  /** Brings a removed record back. @returns what is said of it */
  restore(resource: string, id: number | string): Promise<string>
  /** What removing these would change elsewhere, in sentences. */
  removing(resource: string, of: { readonly ids: readonly (number | string)[] } | { readonly filter: JsonObject; readonly expected: number }): Promise<readonly string[]>
}
