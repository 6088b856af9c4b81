import { AppError } from '../../model/errors'
import { parseGiven } from '../platform/answers/shallow-json'
import type { Json, JsonObject } from '../../model/json'

/** The value if it is a JSON object, else null. */
export const asObject = (value: Json | undefined): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null

/** The object in a text or a value of a query; null when there is none. */
export function parsedObject(value: Json | undefined): JsonObject | null {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return asObject(value)
  try {
    return asObject(parseGiven(value))
  } catch (error) {
    if (error instanceof AppError) throw error
    return null
  }
}

/** One part of a compound value, null when there is none. */
export const partOf = (value: Json, part: string): Json => asObject(value)?.[part] ?? null
