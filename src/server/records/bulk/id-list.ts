import { AppError } from '../../../model/errors'
import type { Json } from '../../../model/json'

/** @throws {AppError} MALFORMED unless it is a list of ids, as JSON or as the text `1,2,3` of a query */
export function idList(value: Json, max = Infinity): readonly Json[] {
  const list =
    typeof value === 'string'
      ? value
          .replace(/^\[|\]$/g, '')
          .split(',')
          .map((part) => part.trim())
      : value
  if (!Array.isArray(list) || list.length === 0 || list.length > max) throw new AppError('MALFORMED')
  return [...new Set(list as readonly Json[])]
}
