import type { Json, JsonObject } from './json'

/**
 * Wire key saying that a reference names what this asker may not open: `id_driver__closed`; of several, which of them.
 */
export const closedKey = (field: string): string => `${field}__closed`

/** Whether a record says so of one of the ids that its field holds. */
export function isClosed(record: JsonObject | undefined, field: string, id: Json): boolean {
  const closed = record?.[closedKey(field)]
  return closed === true || (Array.isArray(closed) && closed.includes(id))
}
