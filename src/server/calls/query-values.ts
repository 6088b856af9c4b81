import type { TSchema } from 'typebox'
import { AppError } from '../../model/errors'
import type { Json } from '../../model/json'
import { parsedObject } from '../records/json-object'

interface Shape {
  readonly type?: string
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly properties?: { readonly [name: string]: Shape }
}

/**
 * Turns texts of a query string or a path into the JSON types their schema asks for: `'5'` → 5, `'1'` or `'true'` → true, a single
 * value → an array of one, `''` → left out. What does not fit stays as it is, for the check to name. `filters`, the JSON object that lists take,
 * says the same as its values one by one.
 * @throws {AppError} MALFORMED when `filters` is no JSON object
 */
export function queryValues(schema: TSchema, texts: { readonly [name: string]: unknown }): { [name: string]: unknown } {
  const { properties = {} } = schema as Shape
  const values = Object.hasOwn(texts, 'filters') && !Object.hasOwn(properties, 'filters') ? withoutFilters(texts) : texts
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => {
    const shape = properties[name]
    if (value === '' && shape?.type !== 'string') return []
    return [[name, shape ? asShape(shape, value) : value]]
  }))
}

function withoutFilters({ filters, ...flat }: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const named = parsedObject(filters as Json)
  if (!named) throw new AppError('MALFORMED', { say: 'records.filter_malformed', params: { name: 'filters' } })
  return { ...flat, ...named }
}

function asShape(shape: Shape, value: unknown): unknown {
  if (shape.type === 'array') return (Array.isArray(value) ? value : [value]).map((one) => asShape(shape.items ?? {}, one))
  if (typeof value !== 'string') return value
  if (shape.anyOf) return shape.anyOf.map((one) => asShape(one, value)).find((read) => read !== value) ?? value
  if (shape.type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (shape.type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  if (shape.type === 'boolean') return /^(1|true)$/.test(value) ? true : /^(0|false)$/.test(value) ? false : value
  return value
}
