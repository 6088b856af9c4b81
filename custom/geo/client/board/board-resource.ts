import type { FormRow, JsonObject, Resource } from '#engine/model'

/** Columns of twelve that a field has at the side of a map, where there is room for two in a line. */
const HALF = 6

/** A resource as its form stands beside a map: what the board fixes is not asked again, and no line holds more than two fields. */
export const boardResource = (resource: Resource, bound: JsonObject): Resource => ({
  ...resource,
  form: { ...resource.form, rows: rowsBeside(resource.form.rows, bound) },
})

const rowsBeside = (rows: readonly FormRow[], bound: JsonObject): FormRow[] => rows.flatMap((row): FormRow[] => {
  if (!('cells' in row)) return [{ ...row, rows: rowsBeside(row.rows, bound) }]
  const cells = row.cells.filter(({ f }) => !Object.hasOwn(bound, f)).map((cell) => ({ ...cell, columns: cell.columns <= HALF ? HALF : 12 }))
  return cells.length > 0 ? [{ ...row, cells }] : []
})
