import { AppError } from '../../../model/errors'
import type { FieldError } from '../../../model/field-type'

/** What both drivers put on an error that came from PostgreSQL. */
interface DatabaseFailure {
  readonly code: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  readonly detail?: string
}

// Class 08 connection, 53 resources, 57P shutdown, 57014 statement timeout; the rest are the sockets' own names.
const UNAVAILABLE = /^(08...|53...|57P0.|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

/**
 * Reads a database failure as what it means for the caller, or null when it is not one (then it is a bug). Unique →
 * VALIDATION at the fields; foreign key → IN_USE (the row is referenced) or VALIDATION (the row named does not exist);
 * not null → VALIDATION; 22xxx → MALFORMED; lost connection, timeout → UNAVAILABLE.
 */
export function databaseError(error: unknown): AppError | null {
  if (isConnectionLost(error)) return new AppError('UNAVAILABLE', {}, { cause: error })
  const failure = asFailure(error)
  if (!failure) return null
  const { code } = failure
  if (UNAVAILABLE.test(code)) return new AppError('UNAVAILABLE', {}, { cause: error })
  if (code === '23505') return atFields(keyColumns(failure), { key: 'unique' }, error)
  // RESTRICT has a code of its own from PostgreSQL 18 on.
  if (code === '23001') return new AppError('IN_USE', {}, { cause: error })
  if (code === '23503') {
    const columns = keyColumns(failure)
    // References always point at `id`, and no reference has that name: the key named tells which side failed.
    if (columns.length === 0 || columns[0] === 'id') return new AppError('IN_USE', {}, { cause: error })
    return atFields(columns, { key: 'ref' }, error)
  }
  if (code === '23502' && failure.column) return atFields([failure.column], { key: 'required' }, error)
  if (code === '23514') return new AppError('VALIDATION', {}, { cause: error })
  // Two writers blocked each other: nothing was written, and the same call may succeed now.
  if (code === '40001' || code === '40P01' || code === '55P03') return new AppError('UNAVAILABLE', {}, { cause: error })
  if (code.startsWith('22')) return new AppError('MALFORMED', { say: 'errors.bad_value' }, { cause: error })
  return null
}

function asFailure(error: unknown): DatabaseFailure | null {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Object && depth < 4;
    at = (at as { cause?: unknown }).cause, depth++
  ) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && (/^[0-9A-Z]{5}$/.test(code) || UNAVAILABLE.test(code))) return at as DatabaseFailure
  }
  return null
}

// `pg` reports these without a code.
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const isConnectionLost = (error: unknown): boolean => error instanceof Error && LOST.test(error.message)

// The server may use any language, but every translation of the detail contains `(column, ...)=(value, ...)`; an index
// over an expression names that, e.g. `(lower(email))=(...)`.
function keyColumns({ detail = '' }: DatabaseFailure): string[] {
  const [from, to] = [detail.indexOf('('), detail.indexOf(')=(')]
  if (from < 0 || to < from) return []
  const key = detail.slice(from + 1, to).replace(/::[a-z ]+| collate "[^"]*"/gi, '')
  return key.split(',').flatMap((part) => /([a-z_][a-z0-9_]*)[^a-z0-9_(]*$/i.exec(part)?.[1] ?? [])
}

function atFields(fields: readonly string[], error: FieldError, cause: unknown): AppError {
  return new AppError('VALIDATION', { errors: Object.fromEntries(fields.map((field) => [field, error])) }, { cause })
}
