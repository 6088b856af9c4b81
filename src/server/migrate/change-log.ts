/** What a migration did, and what it leaves to a person, a line each. */
export class ChangeLog {
  readonly applied: string[] = []
  readonly waiting: string[] = []

  did(table: string, what: string): void {
    this.applied.push(`${table}: ${what}`)
  }

  /** `how`: the statement that a person would run. */
  waits(table: string, what: string, how: string): void {
    this.waiting.push(`${table}: ${what}. ${how}`)
  }
}
