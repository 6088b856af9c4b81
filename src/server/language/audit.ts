import { sql } from 'kysely'
import type { Json } from '../../model/json'
import type { Tx } from '../platform/database/database'
import { PREPARED } from '../platform/database/prepared'

/**
 * What happened to one field; a secret's value is never included. `*_text` are what a person saw (a reference's label).
 */
export type FieldChange =
  | { readonly changed: true }
  | { readonly from: Json; readonly to: Json; readonly from_text?: string; readonly to_text?: string }

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

/** More in one statement gain nothing. */
const ROWS_A_STATEMENT = 1000

/**
 * Columns of a line, each a list of the lines' values; a parameter for each cell would cost twice as much as the rows.
 */
const LISTS: {
  readonly [column: string]: readonly [type: string, value: (entry: LogEntry) => string | number | null]
} = {
  id_user: ['int', ({ id_user }) => id_user],
  type_log: ['text', ({ type_log }) => type_log],
  target: ['text', ({ target }) => target],
  id_target: ['bigint', ({ id_target }) => (typeof id_target === 'number' ? id_target : null)],
  // Where people choose the ids, they are texts.
  key_target: ['text', ({ id_target }) => (typeof id_target === 'string' ? id_target : null)],
  title: ['text', ({ title }) => title?.slice(0, 255) ?? null],
  changes: ['jsonb', ({ changes }) => (changes ? JSON.stringify(changes) : null)],
  platform: ['text', ({ platform }) => platform],
  id_session: ['int', ({ id_session }) => id_session],
  note: ['text', ({ note }) => note ?? null],
  date_created: ['timestamptz', ({ date }) => date.toISOString()],
}
const NAMES = sql.join(Object.keys(LISTS).map((name) => sql.id(name)))

declare module '../platform/database/database-context' {
  interface TransactionContext {
    /** Row of the API key by which the transaction was asked for: every line of the log that it writes names it. */
    id_key?: number
  }
}

/** Lines that are written in this transaction, whoever writes them, name the API key by which it was asked for. */
export function loggedByKey({ context }: Tx, id_key: number | undefined): void {
  if (id_key !== undefined) context.id_key = id_key
}

/** Writes lines of the activity log in the transaction that they describe, so that neither exists without the other. */
export async function writeLog(tx: Tx, ...entries: readonly LogEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ROWS_A_STATEMENT) {
    const some = entries.slice(from, from + ROWS_A_STATEMENT)
    const lists = Object.values(LISTS).map(([type, value]) => sql`${some.map(value)}::${sql.raw(type)}[]`)
    // A user who views as another acts under both names.
    await sql`${PREPARED}insert into logs (${NAMES}, date_updated, id_user_as, id_key)
      select v.*, v.date_created, (select id_user_as from sessions where id = v.id_session),
        ${tx.context.id_key ?? null}::int from unnest(${sql.join(lists)}) as v (${NAMES})`.execute(tx)
  }
}
