import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/same'

// The tab's own storage: it survives a reload and goes with the tab.
const PREFIX = 'toolrides_v5.draft.'

/** Keeps the changed values of a form; what is write-only (a password) is never kept. */
export function keepDraft(key: string, entity: Entity, values: JsonObject, base: JsonObject): void {
  const kept = Object.entries(values).filter(([name, value]) => {
    const field = entity.fields[name]
    return field && typeOf(field, fieldTypes).writeOnly !== true && !isSame(value ?? null, base[name] ?? null)
  })
  if (kept.length === 0) return forgetDraft(key)
  const draft = { version: base['version'] ?? null, values: Object.fromEntries(kept) }
  try { sessionStorage.setItem(PREFIX + key, JSON.stringify(draft)) } catch { /* A full or refused storage keeps no draft. */ }
}

/** The values kept for a record of this version, null when there are none. */
export function readDraft(key: string, version: Json): JsonObject | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') as { version: Json; values: JsonObject } | null
    return draft && draft.version === version ? draft.values : null
  } catch {
    return null
  }
}

export function forgetDraft(key: string): void {
  try { sessionStorage.removeItem(PREFIX + key) } catch { /* As above. */ }
}
