import type { Tx } from '../database/database'

/** A file field of a table that a feature writes itself. */
export interface FileField {
  readonly entity: string
  readonly field: string
}

/** An upload that a row holds from now on. */
export interface TakenFile {
  readonly id: number
  readonly name: string
  readonly mime: string
  readonly size: number
}

/**
 * Stored files as a bespoke call sees them: uploads of the asker's own, and addresses that open for their session
 * alone.
 */
export interface CallFiles {
  /**
   * Uploads of the asker's own, locked for rows of the feature's that are to hold them.
   * @throws {AppError} VALIDATION at `source`
   */
  take(tx: Tx, of: FileField, ids: readonly number[], source: string): Promise<readonly TakenFile[]>
  /** Notes which row holds a file that was taken. */
  hold(tx: Tx, of: FileField, id: number, target: number): Promise<void>
  /**
   * Keeps bytes that the call was sent, within the limits of the field, as a file that no row holds yet.
   * @throws {AppError} TOO_LARGE, VALIDATION
   */
  keep(of: FileField, name: string, bytes: Buffer): Promise<TakenFile>
  /** The address of a file; of a public call's without a session, for whoever has it. */
  url(id: number, name: string): string
}
