import { isObject, type JsonObject } from '../json'
import { choices } from '../rules/choices'
import { isOneOf } from '../rules/rule'
import { didYouMean } from '../values/did-you-mean'
import { keyword, namedField, type EntityDraft, type FieldDraft } from './entity-draft'
import type { ErrorPlace } from './metadata-error'

interface Parted {
  readonly one: FieldDraft
  readonly values: string[]
  readonly required: string[]
}

/**
 * Reads `x-by` and `x-parts`: what belongs to one value of an enum is seen, required and kept only while the enum has
 * that value. Mistakes are M054. Rules that the fields have of their own are there already; both must hold.
 */
export function linkParts(drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const draft of drafts.values()) {
    const [by, parts] = [keyword(draft, 'x-by'), keyword(draft, 'x-parts')]
    if (by && !parts)
      by.place.error('M054', 'says by what there are parts, and there are none. Add "x-parts", or remove it.')
    if (!parts || !isObject(parts.value)) continue
    if (!by) {
      parts.place.error('M054', 'the enum whose values the parts are for is missing. Add "x-by": "<field>".')
      continue
    }
    const field = namedField(draft, String(by.value), by.place)
    if (!field) continue
    const values = field.type === 'enum' && !field.virtual ? choices(field).map(({ value }) => value) : []
    if (values.length === 0)
      by.place.error(
        'M054',
        `"${field.name}" (${field.type}) is no choice of values that a schema lists. Name an enum of this schema.`,
      )
    else if (field.schema['x-set'] !== undefined)
      by.place.error(
        'M054',
        `"${field.name}" is set by a rule, and parts with it would wait for each other. Remove its "x-set".`,
      )
    else for (const part of partedFields(draft, field.name, values, parts.value, parts.place)) close(part, field.name)
  }
}

/** The fields of all parts, each once; in several parts it belongs to several values. */
function partedFields(
  draft: EntityDraft,
  by: string,
  values: readonly string[],
  json: JsonObject,
  place: ErrorPlace,
): Parted[] {
  const found = new Map<string, Parted>()
  for (const [value, written] of Object.entries(json)) {
    const at = place.in(value)
    if (!values.includes(value))
      at.error('M054', `no value "${value}" in "${by}".${didYouMean(value, values) || ` Known: ${values.join(', ')}.`}`)
    const [fields, inside] = Array.isArray(written)
      ? [written.map(String), at]
      : [listOf(written, 'fields'), at.in('fields')]
    fields.forEach((name, i) => {
      const one = partField(draft, by, name, inside.in(i))
      if (!one) return
      const part = found.get(name) ?? { one, values: [], required: [] }
      part.values.push(value)
      found.set(name, part)
    })
    listOf(written, 'required').forEach((name, i) => {
      if (fields.includes(name)) found.get(name)?.required.push(value)
      else at.in('required', i).error('M054', `"${name}" is not in this part. Add it to "fields".`)
    })
  }
  return [...found.values()]
}

const listOf = (json: unknown, key: 'fields' | 'required'): readonly string[] => {
  const list = isObject(json as JsonObject) ? (json as JsonObject)[key] : undefined
  return Array.isArray(list) ? list.map(String) : []
}

function partField(draft: EntityDraft, by: string, name: string, place: ErrorPlace): FieldDraft | null {
  const field = namedField(draft, name, place)
  const one = draft.fields.get(name)
  if (!field || !one) return null
  const wrong = (sentence: string): null => {
    place.error('M054', sentence)
    return null
  }
  if (name === by) return wrong(`"${name}" says which part there is and belongs to none. Remove it.`)
  if (!one.place || field.virtual || field.series || field.schema['x-series'] !== undefined)
    return wrong(`"${name}" (${field.type}) is kept whatever "${by}" is. Remove it.`)
  if (field.schema['x-formula'] !== undefined)
    return wrong(`a formula fills "${name}" whatever "${by}" is. Say in the formula ("if") when it is empty.`)
  if (field.required)
    return wrong(
      `"${name}" is required in every record. Take it out of "required" and write it in "required" of the part.`,
    )
  if (field.schema['x-set'] !== undefined)
    return wrong(`a rule sets "${name}", and its part empties it. Remove "x-set" or take it out of the part.`)
  return one
}

/** Makes the rules of one field of a part. */
function close({ one: { field }, values, required }: Parted, by: string): void {
  const within = isOneOf(by, values)
  field.part = { by, values }
  field.see = field.see ? { all: [within, field.see] } : within
  field.set = { to: null, when: { not: within } }
  if (required.length > 0)
    field.require = field.require ? { any: [isOneOf(by, required), field.require] } : isOneOf(by, required)
}
