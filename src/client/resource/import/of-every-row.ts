import type { JsonObject } from '../../../model/json'
import type { Resource } from '../../../model/resource'

/**
 * What every row of a file has on a page of records that are bound to a value, whatever the file says; undefined: files
 * cannot say so, and nothing is imported there.
 */
export function ofEveryRow({ import: file }: Resource, bound: JsonObject | undefined): JsonObject | undefined {
  return file && bound && Object.keys(bound).every((name) => file.columns.includes(name)) ? bound : undefined
}
