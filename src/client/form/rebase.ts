import type { Json } from '../../model/json'
import { isSame } from '../../model/values/same'

/** The values that differ from what the form began with. */
export function changesOf<Values extends object>(values: Values, base: Values): Partial<Values> {
  const before = new Map<string, Json>(Object.entries(base))
  const changed = Object.entries(values).filter(([name, value]) => !isSame(plain(value), plain(before.get(name))))
  return Object.fromEntries(changed) as Partial<Values>
}

/** The changes made here on top of what somebody else saved meanwhile; all other values are theirs. @param base what the form began with */
export const rebased = <Values extends object>(values: Values, base: Values, theirs: Values): Values => ({ ...theirs, ...changesOf(values, base) })

// Compared as JSON: a restored draft has lost its undefined values.
const plain = (value: Json | undefined): Json => JSON.parse(JSON.stringify(value ?? null)) as Json
