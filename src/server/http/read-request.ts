import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import type { FieldError } from '../../model/field-type'
import type { Json } from '../../model/json'
import { parsedObject } from '../records/json-object'
import { malformed } from '../platform/answers/malformed'

interface Shape {
  readonly type?: string
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly properties?: { readonly [name: string]: Shape }
}

/**
 * Turns texts of a query string or a path into the JSON types of their schema: `'5'` → 5, `'1'` or `'true'` → true, a
 * single value → an array of one, `''` → left out. A text that does not fit is left for the check to report. `filters`,
 * the JSON object that lists take, may also be given value by value.
 * @throws {AppError} MALFORMED when `filters` is no JSON object
 */
export function queryValues(schema: TSchema, texts: { readonly [name: string]: unknown }): { [name: string]: unknown } {
  const { properties = {} } = schema as Shape
  const values =
    Object.hasOwn(texts, 'filters') && !Object.hasOwn(properties, 'filters') ? withoutFilters(texts) : texts
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const shape = properties[name]
      if (value === '' && shape?.type !== 'string') return []
      return [[name, shape ? asShape(shape, value) : value]]
    }),
  )
}

function withoutFilters({ filters, ...flat }: { readonly [name: string]: unknown }): {
  readonly [name: string]: unknown
} {
  const named = parsedObject(filters as Json)
  if (!named) throw malformed('filters')
  return { ...flat, ...named }
}

function asShape(shape: Shape, value: unknown): unknown {
  if (shape.type === 'array')
    return (Array.isArray(value) ? value : [value]).map((one) => asShape(shape.items ?? {}, one))
  if (typeof value !== 'string') return value
  if (shape.anyOf) return shape.anyOf.map((one) => asShape(one, value)).find((read) => read !== value) ?? value
  if (shape.type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (shape.type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  if (shape.type === 'boolean') return /^(1|true)$/.test(value) ? true : /^(0|false)$/.test(value) ? false : value
  return value
}

/**
 * The errors found by a call's compiled schema, by form source (`stops.0.address`); only the first error of each place
 * is reported.
 */
export function requestErrors(errors: readonly TLocalizedValidationError[]): { readonly [source: string]: FieldError } {
  const found: { [source: string]: FieldError } = {}
  for (const each of errors) {
    for (const [source, error] of placed(each)) found[source] ??= error
  }
  return found
}

function placed(error: TLocalizedValidationError): [source: string, error: FieldError][] {
  const at = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const below = (name: string) => [...at, name].join('.')
  if (error.keyword === 'required')
    return error.params.requiredProperties.map((name) => [below(name), { key: 'required' }])
  if (error.keyword === 'additionalProperties')
    return error.params.additionalProperties.map((name) => [below(name), { key: 'unknown' }])
  // What may not be there at all; with many of them `additionalProperties`, which names all, is beyond the errors that
  // are looked for.
  if (error.keyword === 'boolean') return [[at.join('.'), { key: 'unknown' }]]
  return [[at.join('.'), errorOf(error)]]
}

function errorOf(error: TLocalizedValidationError): FieldError {
  switch (error.keyword) {
    case 'minimum':
      return { key: 'min', params: { min: Number(error.params.limit) } }
    case 'maximum':
      return { key: 'max', params: { max: Number(error.params.limit) } }
    case 'minLength':
      return { key: 'too_short', params: { min: error.params.limit } }
    case 'maxLength':
      return { key: 'too_long', params: { max: error.params.limit } }
    case 'minItems':
      return { key: 'required' }
    case 'maxItems':
      return { key: 'too_many', params: { max: error.params.limit } }
    case 'const':
    case 'enum':
    case 'anyOf':
      return { key: 'enum' }
    case 'pattern':
    case 'format':
      return { key: 'pattern' }
    default:
      return { key: 'type' }
  }
}
