import type { Field } from './field'
import { isObject, type Json } from './json'
import { isCountedId } from './values/id-value'

/** A record of one of several catalogues. */
// oxlint-disable-next-line typescript/consistent-type-definitions
export type AnyId = { readonly kind: string; readonly id: number }

/** A value of a `ref-any` that names a record; null: it names none. */
export function anyId(value: Json | undefined): AnyId | null {
  if (!isObject(value)) return null
  const { kind, id } = value
  return typeof kind === 'string' && isCountedId(id) ? { kind, id } : null
}

/** The text of such a value in files, addresses and the database: `drivers:12`. */
export const anyText = ({ kind, id }: AnyId): string => `${kind}:${id}`

/** The value of such a text; null: it is none. */
export function anyOfText(text: string): AnyId | null {
  const [, kind = '', id = ''] = /^([a-z][a-z0-9_]*):(\d{1,10})$/.exec(text.trim()) ?? []
  return kind !== '' && isCountedId(Number(id)) ? { kind, id: Number(id) } : null
}

const made = new WeakMap<Field, Map<string, Field>>()

/** The field as a plain reference to one of its kinds, always the same object; null: it has no such kind. */
export function asReference(field: Field, kind: string): Field | null {
  const known = made.get(field) ?? new Map<string, Field>()
  const there = known.get(kind)
  if (there) return there
  const target = field.refAny?.targets.find((one) => one.kind === kind)
  if (!target || !field.refAny) return null
  const {
    refAny: { onDelete },
    ...rest
  } = field
  const one: Field = {
    ...rest,
    type: 'ref',
    ref: { to: target.to, resource: target.resource ?? kind, expand: {}, onDelete },
  }
  made.set(field, known.set(kind, one))
  return one
}

/** The kinds under which the field may refer to an entity; none: it never does. */
export const kindsTo = ({ refAny }: Field, entity: string): readonly string[] =>
  (refAny?.targets ?? []).flatMap(({ kind, to }) => (to === entity ? [kind] : []))
