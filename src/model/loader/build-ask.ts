import type { Field } from '../field'
import type { Json, JsonObject } from '../json'
import type { Ask, Resource } from '../resource'
import type { Rule } from '../rules/rule'
import { ruleOperands } from '../rules/rule-fields'
import { buildField, settleDefault } from './build-field'
import type { ErrorPlace } from './metadata-error'
import { viewField, type ResourceRoom } from './resource-room'

const ASKING = ['enable', 'disable'] as const

/** What an action asks before its call; undefined where it asks nothing. */
export function buildAsk(json: Json | undefined, room: ResourceRoom, place: ErrorPlace): Ask | undefined {
  if (json === undefined) return undefined
  const written = json as JsonObject
  const own = ownFields(written, room, place.in('properties'))
  const names = (written.fields ?? Object.keys(written.properties ?? {})) as readonly string[]
  const required = (written.required ?? []) as readonly string[]
  if (names.length === 0)
    place.error('M036', 'nothing is asked. Write "fields", "properties" or both, or remove "ask".')
  const fields = names.flatMap((name, i) => {
    const field = own.get(name) ?? viewField(name, room, place.in('fields', i), [...own.keys()])
    if (!field) return []
    if (field.system || (field.virtual && !field.ref))
      place.in('fields', i).error('M036', `"${name}" cannot be asked. Ask a field that people write.`)
    return [asked(field, required.includes(name), names)]
  })
  required.forEach((name, i) => {
    if (!names.includes(name)) place.in('required', i).error('M036', `"${name}" is not asked. Add it to "fields".`)
  })
  for (const name of own.keys()) {
    if (!names.includes(name))
      place.in('properties', name).error('M036', `"${name}" is not asked. Add it to "fields" or remove it.`)
  }
  return { ...(written.tone === 'danger' && { tone: 'danger' }), fields }
}

/** What activating and deactivating ask: fields of the entity, which store the answers. */
export function buildAsks(json: JsonObject, room: ResourceRoom, place: ErrorPlace): Resource['asks'] {
  if (json.ask === undefined) return undefined
  const written = json.ask as JsonObject
  const at = place.in('ask')
  if (!room.entity.traits.includes('activable'))
    at.error('M036', 'nothing here is activated. Add the trait "activable", or remove "ask".')
  const asks = ASKING.flatMap((verb) => {
    const ask = buildAsk(written[verb], room, at.in(verb))
    ask?.fields.forEach(({ name, virtual }) => {
      if (virtual) at.in(verb).error('M036', `"${name}" has no column of its own: it cannot be asked here.`)
    })
    if (ask && (written[verb] as JsonObject).properties !== undefined) {
      at.in(verb, 'properties').error(
        'M036',
        'the answers are kept in the record: write these fields in its schema and name them in "fields".',
      )
    }
    return ask ? [[verb, ask] as const] : []
  })
  return asks.length ? Object.fromEntries(asks) : undefined
}

/**
 * A field of the dialog is editable, and required as the dialog says; of the record's rules it follows those that read
 * nothing but what is asked.
 */
function asked(
  { see, edit: _edit, require, set: _set, ...field }: Field,
  required: boolean,
  names: readonly string[],
): Field {
  const isAsked = (rule: Rule | undefined): boolean =>
    rule !== undefined &&
    ruleOperands(rule).every((operand) => operand.kind === 'field' && names.includes(operand.field))
  return { ...field, ...(isAsked(see) && { see }), ...(isAsked(require) && { require }), required, readOnly: false }
}

function ownFields(written: JsonObject, room: ResourceRoom, place: ErrorPlace): ReadonlyMap<string, Field> {
  const found = new Map<string, Field>()
  for (const [name, schema] of Object.entries((written.properties ?? {}) as { [name: string]: JsonObject })) {
    const draft = buildField(room.entity.name, name, schema, false, place.in(name), room.fieldTypes)
    if (!draft) continue
    settleDefault(draft, room.fieldTypes)
    const rules = ['x-see', 'x-edit', 'x-require', 'x-set', 'x-formula', 'x-copy', 'x-to', 'x-secret'].filter(
      (key) => schema[key] !== undefined,
    )
    for (const key of rules)
      place.in(name, key).error('M036', `a field of the call alone takes no "${key}". Ask a field of the entity.`)
    found.set(name, draft.field)
  }
  return found
}
