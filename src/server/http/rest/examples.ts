import { isWritable, typeOf } from '../../../model/canonical'
import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'
import type { FieldTypes } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'

/** Tried in this order; a type takes only what is of its form. */
const PLAIN: readonly Json[] = [1, '2026-01-31', '2026-01-31T15:00:00.000Z']

/**
 * A valid value of a field, the same in every answer: its default or first choice, its own title, a plain one, else a
 * sample of its type. Undefined: it has none.
 */
export function exampleOf(field: Field, fieldTypes: FieldTypes): Json | undefined {
  const type = typeOf(field, fieldTypes)
  if (type.writeOnly || field.children) return undefined
  if (type.name === 'refs') return [1]
  const candidates = [
    field.default,
    choices(field)[0]?.value,
    ...(type.json === 'string' ? [field.title] : []),
    ...PLAIN,
    type.sample(field, steadyDice(field.name)),
  ]
  return (
    candidates.find(
      (value) => value !== undefined && value !== null && type.check(type.canonical(value, field), field) === null,
    ) ?? undefined
  )
}

/** A record as it is read, with the ids and addresses that the examples of calls name. */
export function readExample(fields: readonly Field[], fieldTypes: FieldTypes): JsonObject {
  return examplesOf(
    fields.filter(({ name }) => name !== 'date_deleted'),
    fieldTypes,
    (field) => (typeOf(field, fieldTypes).file ? `/api/files/1/${field.name}` : undefined),
  )
}

/** What creates a record: what it must have, or else its first two fields. */
export function createExample(resource: Resource, fields: readonly Field[], fieldTypes: FieldTypes): JsonObject {
  const written = fields.filter((field) => isWritable(field) && !Object.hasOwn(resource.fixed, field.name))
  const required = written.filter(({ required, default: value }) => required && value === undefined)
  return examplesOf(required.length > 0 ? required : written.slice(0, 2), fieldTypes)
}

/** What changes one: a field, and the version that was read. */
export function changeExample(resource: Resource, fields: readonly Field[], fieldTypes: FieldTypes): JsonObject {
  const [first] = Object.entries(createExample(resource, fields, fieldTypes))
  return { ...(first ? { [first[0]]: first[1] } : {}), version: 1 }
}

function examplesOf(
  fields: readonly Field[],
  fieldTypes: FieldTypes,
  instead: (field: Field) => Json | undefined = () => undefined,
): JsonObject {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = instead(field) ?? exampleOf(field, fieldTypes)
      return value === undefined ? [] : [[field.name, value] as const]
    }),
  )
}

/** Numbers in [0, 1) that depend on a name alone (mulberry32). */
function steadyDice(name: string): () => number {
  let state = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
