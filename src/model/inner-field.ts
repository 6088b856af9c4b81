import type { Field } from './field'
import { isObject, type Json } from './json'

const kinds = new WeakMap<Field, Field>()

/** The kind of a `ref-any`, as the choice that rules and filters ask for. */
function kindField(field: Field): Field {
  const known = kinds.get(field)
  if (known) return known
  const { refAny, flat: _, ...rest } = field
  const values = (refAny?.targets ?? []).map(({ kind, title }) => ({ value: kind, title }))
  const made: Field = {
    ...rest,
    name: `${field.name}.kind`,
    type: 'enum',
    title: 'Tipo',
    unique: false,
    schema: { 'x-values': values },
  }
  kinds.set(field, made)
  return made
}

/**
 * The field of a value within a compound one (`owner.kind`, `appearance.border.width`), by its path; null: there is
 * none.
 */
export function innerField(field: Field, path: readonly string[]): Field | null {
  const [first, ...rest] = path
  if (first === undefined) return field
  if (field.refAny) return first === 'kind' && rest.length === 0 ? kindField(field) : null
  const inner = field.properties && Object.hasOwn(field.properties, first) ? field.properties[first] : undefined
  return inner ? innerField(inner, rest) : null
}

/**
 * The field and the path that a name leads through: `appearance.border.width` → the field `appearance`, and border,
 * width.
 */
export function fieldWithin(
  fields: { readonly [name: string]: Field },
  name: string,
): { readonly field: Field; readonly inner: Field; readonly path: readonly string[] } | null {
  const [first = '', ...path] = name.split('.')
  const field = path.length > 0 && Object.hasOwn(fields, first) ? fields[first] : undefined
  const inner = field && innerField(field, path)
  return field && inner ? { field, inner, path } : null
}

/** Names that may follow the field's in a rule or a filter, one step down. */
export const innerNames = (field: Field): readonly string[] =>
  field.refAny ? ['kind'] : Object.keys(field.properties ?? {})

/** What stands at a path within a value. */
export function valueWithin(value: Json | undefined, path: readonly string[]): Json {
  return path.reduce<Json>(
    (at, key) => (isObject(at) && Object.hasOwn(at, key) ? (at[key] ?? null) : null),
    value ?? null,
  )
}

/** The values at the ends of a compound field, in their order. */
export const leavesOf = ({ properties }: Field): readonly Field[] =>
  Object.values(properties ?? {}).flatMap((inner) => (inner.properties ? leavesOf(inner) : [inner]))
