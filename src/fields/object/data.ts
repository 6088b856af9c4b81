import type { Field } from '../../model/field'
import type { FieldError, FieldType, FieldTypes } from '../../model/field-type'
import { isObject, type Json, type JsonObject } from '../../model/json'

/** One key of a property's name: `width` of `appearance.border.width`. */
const keyOf = ({ name }: Field): string => name.split('.').at(-1) ?? name

/**
 * Values that belong together, each with its own field type, in one column: `properties`. What is sent replaces the
 * whole; what it leaves out has its default, or none. A value in which nothing is filled in is empty.
 * @param types those of the inner values, itself among them
 */
export function objectType(types: () => FieldTypes): FieldType {
  const inner = (field: Field): readonly Field[] => Object.values(field.properties ?? {})
  const typeOf = ({ type }: Field): FieldType => {
    const found = types()[type]
    if (!found) throw new Error(`There is no field type "${type}".`)
    return found
  }
  const canonical = (value: Json, field: Field): Json => {
    if (!isObject(value)) return value === '' ? null : value
    const own = inner(field)
    const known = Object.fromEntries(
      own.map((one): [string, Json] => {
        const sent = Object.hasOwn(value, keyOf(one)) ? value[keyOf(one)] : one.default
        return [keyOf(one), sent === undefined || sent === null ? null : typeOf(one).canonical(sent, one)]
      }),
    )
    const others = Object.entries(value).filter(([key]) => !Object.hasOwn(known, key))
    return others.length === 0 && Object.values(known).every((one) => one === null)
      ? null
      : { ...known, ...Object.fromEntries(others) }
  }
  const hasOthers = (value: JsonObject, field: Field): boolean => {
    const names = inner(field).map(keyOf)
    return Object.keys(value).some((key) => !names.includes(key))
  }
  const within = (value: Json, field: Field): { [path: string]: FieldError } => {
    if (!isObject(value) || hasOthers(value, field)) return {}
    const errors: { [path: string]: FieldError } = {}
    for (const one of inner(field)) {
      const [key, own] = [keyOf(one), value[keyOf(one)] ?? null]
      const error = own === null ? (one.required ? { key: 'required' } : null) : typeOf(one).check(own, one)
      const deeper = own === null ? {} : (typeOf(one).within?.(own, one) ?? {})
      for (const [path, found] of Object.entries(deeper)) errors[`${key}.${path}`] = found
      if (error && Object.keys(deeper).length === 0) errors[key] = error
    }
    return errors
  }
  return {
    name: 'object',
    json: 'object',
    keywords: ['properties', 'required'],
    operators: ['isNull'],
    filter: 'eq',
    sortable: false,
    inList: false,
    formColumns: 12,
    canonical,
    within,
    check: (value, field) => {
      if (!isObject(value) || hasOthers(value, field)) return { key: 'object' }
      return Object.keys(within(value, field)).length > 0 ? { key: 'object' } : null
    },
    toText: (value) => (value === null ? '' : JSON.stringify(value)),
    toWords: (value, field, style) =>
      !isObject(value)
        ? ''
        : inner(field)
            .flatMap((one) => {
              const own = value[keyOf(one)] ?? null
              const type = typeOf(one)
              return own === null ? [] : [`${one.title}: ${(type.toWords ?? type.toText)(own, one, style)}`]
            })
            .join(', '),
    fromText: (text) => {
      if (text.trim() === '') return { value: null }
      try {
        return { value: JSON.parse(text) as Json }
      } catch {
        return { error: { key: 'object' } }
      }
    },
    compare: () => 0,
    sample: (field, random) =>
      canonical(Object.fromEntries(inner(field).map((one) => [keyOf(one), typeOf(one).sample(one, random)])), field),
    invalid: (field) => [
      'Ana',
      7,
      true,
      [1],
      { nobody_s: 1 },
      ...inner(field)
        .slice(0, 1)
        .flatMap((one) =>
          typeOf(one)
            .invalid(one)
            .slice(0, 1)
            .map((wrong): JsonObject => ({ [keyOf(one)]: wrong })),
        ),
    ],
    typescript: (field) =>
      `{ ${inner(field)
        .map((one) => `readonly ${keyOf(one)}: ${typeOf(one).typescript(one)}${one.required ? '' : ' | null'}`)
        .join('; ')} }`,
    errors: (schema) =>
      isObject(schema.properties) && Object.keys(schema.properties).length > 0
        ? []
        : [['', 'an object says what it holds: add "properties".', 'M057']],
  }
}
