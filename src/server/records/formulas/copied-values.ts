import type { Json, JsonObject } from '../../../model/json'
import { isSame } from '../../../model/values/same'
import type { RecordContext } from '../record-context'
import type { Write } from '../write/open-write'
import { farValues } from './far-rows'

/**
 * What fields copy of a reference that is chosen now (`x-copy`), where the caller did not write them: from then on they
 * are the record's own.
 * @param given what is to be written
 * @param asked what the caller wrote
 */
export async function copiedValues(
  context: RecordContext,
  write: Write,
  given: JsonObject,
  asked: JsonObject,
  before: JsonObject | null,
): Promise<{ readonly [field: string]: Json }> {
  const { entity, resource } = context
  const taken = Object.values(entity.fields).flatMap(({ name, copy }) => {
    if (!copy || Object.hasOwn(asked, name) || Object.hasOwn(resource.fixed, name)) return []
    const chosen = given[copy.ref] ?? null
    return chosen === null || isSame(chosen, before?.[copy.ref] ?? null)
      ? []
      : [{ name, path: `${copy.ref}.${copy.field}` }]
  })
  if (taken.length === 0) return {}
  const far = await farValues(context, write, given)
  return Object.fromEntries(taken.map(({ name, path }) => [name, far[path] ?? given[name] ?? null]))
}
