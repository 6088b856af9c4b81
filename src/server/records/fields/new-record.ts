import { isWritable } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import { ownScopes } from '../../../model/rights/scope-rule'
import { todayIn } from '../../../model/values/zone-time'
import { partOf } from '../json-object'
import type { RecordContext } from '../record-context'
import { seenFields } from './seen-fields'

/**
 * The initial values of a new record: the defaults of its fields, what the catalogue fixes, and the asker's own
 * company.
 */
export function newRecord(context: RecordContext): JsonObject {
  const record: { [field: string]: Json } = {}
  for (const [name, rule] of seenFields(context).fields) {
    const field = context.entity.fields[name]
    if (!field || rule !== null || !(isWritable(field) || name === 'state')) continue
    record[name] = beginning(context, field) ?? field.default ?? null
    for (const [part, wire] of Object.entries(field.flat ?? {})) record[wire] = partOf(record[name] ?? null, part)
  }
  return { ...record, ...stampedValues(context) }
}

/** What a form begins with where its catalogue says so (`x-begins`). */
function beginning({ settings, now }: RecordContext, { schema }: Field): Json | undefined {
  const begins = schema['x-begins']
  if (begins === 'today') return todayIn(String(settings.timezone ?? 'UTC'), now)
  return isObject(begins) ? settings[String(begins.setting)] : undefined
}

const defaults = new WeakMap<Entity, JsonObject>()

/** The defaults of an entity's fields. */
export function defaultValues(entity: Entity): JsonObject {
  const known = defaults.get(entity)
  if (known) return known
  const values = Object.fromEntries(
    Object.values(entity.fields).flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  )
  defaults.set(entity, values)
  return values
}

type StampContext = Pick<RecordContext, 'resource' | 'entity' | 'actor' | 'model'>
// Many records are written in one context.
const stamped = new WeakMap<StampContext, JsonObject>()

/**
 * Values that every new record of this catalogue by this asker has: those its `where` fixes, their company, their
 * branch if they have one.
 */
export function stampedValues(context: StampContext): JsonObject {
  const known = stamped.get(context)
  if (known) return known
  const { resource, entity, actor, model } = context
  const values = {
    ...Object.fromEntries(ownScopes(model.application.scopes, entity, actor).map(({ field, value }) => [field, value])),
    ...resource.fixed,
  }
  stamped.set(context, values)
  return values
}
