import { sql } from 'kysely'
import type { Json } from '../model/json'
import type { Tx } from './database/database'

/** What happened to one field; a secret's value is never included. `*_text` are what a person saw (a reference's label). */
export type FieldChange =
  { readonly changed: true } | { readonly from: Json; readonly to: Json; readonly from_text?: string; readonly to_text?: string }

/** One line of the activity log. */
export interface LogEntry {
  /** Row id of the user who did it; null: the system itself. */
  readonly id_user: number | null
  /** Verb: `create`, `edit`, `enable`, `disable`, `remove`, `login` ...; its words are `logs.types.<verb>`. */
  readonly type_log: string
  /** Entity of the record, and its id. */
  readonly target: string | null
  readonly id_target: number | string | null
  /** The record's title at that moment. */
  readonly title: string | null
  readonly changes?: { readonly [field: string]: FieldChange } | null
  /** Android, iOS, web, api or widget. */
  readonly platform: string
  readonly id_session: number | null
  readonly note?: string | null
  readonly date: Date
}

// PostgreSQL takes at most 65,535 parameters in a statement; twelve a row.
const ROWS_A_STATEMENT = 1000

/** Writes lines of the activity log in the transaction that they describe, so that neither exists without the other. */
export async function writeLog(tx: Tx, ...entries: readonly LogEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ROWS_A_STATEMENT) {
    await tx
      .insertInto('logs')
      .values(entries.slice(from, from + ROWS_A_STATEMENT).map(row))
      .execute()
  }
}

function row(entry: LogEntry): { [column: string]: unknown } {
  const date = entry.date.toISOString()
  return {
    id_user: entry.id_user,
    type_log: entry.type_log,
    target: entry.target,
    id_target: typeof entry.id_target === 'number' ? entry.id_target : null,
    // Where people choose the ids, they are texts.
    key_target: typeof entry.id_target === 'string' ? entry.id_target : null,
    title: entry.title === null ? null : entry.title.slice(0, 255),
    changes: entry.changes ? JSON.stringify(entry.changes) : null,
    platform: entry.platform,
    id_session: entry.id_session,
    // A user who views as another acts under both names.
    id_user_as: entry.id_session === null ? null : sql`(select id_user_as from sessions where id = ${entry.id_session})`,
    note: entry.note ?? null,
    date_created: date,
    date_updated: date,
  }
}
