import { isWritable } from '../../model/canonical'
import type { Json, JsonObject } from '../../model/json'
import { partOf } from './json-object'
import type { RecordContext } from './record-context'
import { seenFields } from './seen-fields'

/** What a new record begins with: the defaults of its fields, what the catalogue fixes, and the asker's own company. */
export function newRecord(context: RecordContext): JsonObject {
  const record: { [field: string]: Json } = {}
  for (const [name, rule] of seenFields(context).fields) {
    const field = context.entity.fields[name]
    if (!field || rule !== null || !(isWritable(field) || name === 'state')) continue
    record[name] = field.default ?? null
    for (const [part, wire] of Object.entries(field.flat ?? {})) record[wire] = partOf(record[name] ?? null, part)
  }
  return { ...record, ...stampedValues(context) }
}

/** Values that every new record of this catalogue by this asker has: those its `where` fixes, and his company's. */
export function stampedValues({ resource, entity, actor }: RecordContext): JsonObject {
  const { company } = entity.scope
  const own =
    company !== undefined && company !== 'id' && entity.fields[company] && actor.id_company !== null ? { [company]: actor.id_company } : {}
  return { ...own, ...resource.fixed }
}
