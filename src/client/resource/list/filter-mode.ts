import { isObject, type Json } from '../../../model/json'

/** How a filter asks: for a value, for any other, for none, for whatever there is. */
export const FILTER_MODES = ['is', 'not', 'empty', 'filled'] as const
export type FilterMode = (typeof FILTER_MODES)[number]

export function filterMode(value: Json): FilterMode {
  if (!isObject(value)) return 'is'
  if (Object.hasOwn(value, 'isNull')) return value['isNull'] === true || value['isNull'] === 1 ? 'empty' : 'filled'
  return Object.hasOwn(value, 'not') ? 'not' : 'is'
}

/** The value that is asked for, or that is not. */
export const modeValue = (value: Json): Json =>
  isObject(value) && filterMode(value) === 'not' ? (value['not'] ?? null) : filterMode(value) === 'is' ? value : null

/** The filter as it is sent; null: it asks nothing. */
export function inMode(mode: FilterMode, value: Json): Json {
  if (mode === 'empty' || mode === 'filled') return { isNull: mode === 'empty' }
  return mode === 'not' && value !== null ? { not: value } : value
}
