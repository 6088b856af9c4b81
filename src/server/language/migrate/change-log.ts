import type { LaterIndex } from '../../records/upgrade/later-indexes'

/** Something that only a person may decide: values would be lost, or prevent the change. */
export interface WaitingChange {
  readonly table: string
  readonly what: string
  /** Rows it affects, or that prevent it. */
  readonly rows: number
  /** What can be done about it. */
  readonly how: string
  /** Run by `npm run migrate -- --apply`; empty: rows have to be corrected first. */
  readonly statements: readonly string[]
}

/** A column that does not have its field's type yet. */
export interface OldType {
  readonly table: string
  readonly column: string
  /** The type that it shall have. */
  readonly type: string
}

/** What a migration did, and what it leaves to a person. */
export class ChangeLog {
  readonly applied: string[] = []
  readonly waiting: WaitingChange[] = []
  readonly oldTypes: OldType[] = []
  readonly later: LaterIndex[] = []

  /** @param leaves whether indexes of large tables are made after this */
  constructor(readonly leaves: boolean) {}

  /** Whether nothing waits for a person, or for the time after the start. */
  get isDone(): boolean {
    return this.waiting.length === 0 && this.later.length === 0
  }

  did(table: string, what: string): void {
    this.applied.push(`${table}: ${what}`)
  }

  keepsType(column: OldType): void {
    this.oldTypes.push(column)
  }

  /** Before another round, which finds anew what waits. */
  again(): void {
    this.waiting.length = 0
    this.oldTypes.length = 0
    this.later.length = 0
  }

  waits(waiting: WaitingChange): void {
    this.waiting.push(waiting)
  }
}

export const waitingLine = ({ table, what, how }: WaitingChange): string => `${table}: ${what}. ${how}`
