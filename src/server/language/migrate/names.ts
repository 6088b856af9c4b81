import { createHash } from 'node:crypto'

/** PostgreSQL cuts names at 63 bytes without an error. */
const MAX_BYTES = 63

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** `drivers_id_branch_fkey_3fa9c1`: readable, at most 63 bytes, and different when the definition differs. */
export function objectName(table: string, columns: readonly string[], kind: string, definition: string): string {
  const tail = `_${kind}_${createHash('sha256').update(`${table}|${definition}`).digest('hex').slice(0, 6)}`
  const head = [table, ...columns].join('_')
  return head.slice(0, MAX_BYTES - tail.length) + tail
}

/** Whether `objectName` has made the name. */
export const isOwnName = (name: string): boolean => /_(key|check|fkey|idx|search)_[0-9a-f]{6}$/.test(name)

/** @throws when a table or column of the Model has a name that PostgreSQL would cut */
export function assertFits(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(name) || name.length > MAX_BYTES) {
    throw new Error(
      `"${name}" cannot be a table or column: at most ${MAX_BYTES} of a-z, 0-9 and _, not beginning with a digit. Rename it in its schema.`,
    )
  }
  return name
}
