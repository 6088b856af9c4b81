import type { Entity } from '../../model/entity'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'

/** A row of a grid: the wire values of its record, without `id` while it is new. */
export type GridRow = JsonObject

/** The rows of a `children` value; anything else has none. */
export const gridRowsOf = (value: Json | undefined): readonly GridRow[] =>
  Array.isArray(value)
    ? value.filter((row: Json): row is JsonObject => typeof row === 'object' && row !== null && !Array.isArray(row))
    : []

/** Key under which a row keeps the result of a pasted name until the cell is changed; never sent. */
export const namedKey = (name: string): string => `${name}__named`

/** A new row: the defaults of its fields. */
export const newRow = (entity: Entity | undefined, columns: readonly string[]): GridRow =>
  Object.fromEntries(columns.map((name) => [name, entity?.fields[name]?.default ?? null]))

/** Rows without the new, empty ones at the end: an empty line below a table is no row. */
export function withoutBlankTail(
  rows: readonly GridRow[],
  entity: Entity | undefined,
  columns: readonly string[],
): readonly GridRow[] {
  const blank = newRow(entity, columns)
  const last = rows.findLastIndex(
    (row) => hasId(row) || columns.some((name) => !entity?.fields[name]?.formula && !isBlank(row[name], blank[name])),
  )
  return rows.slice(0, last + 1)
}

/** What is sent of the rows: id, version and the columns that may be written; of their own rows the same. */
export function rowsToSend(
  value: Json | undefined,
  { children }: Field,
  entities: Model['entities'],
): readonly GridRow[] {
  if (!children) return []
  const entity = entities[children.of]
  const names = children.columns.filter((name) => {
    const field = entity?.fields[name]
    return field && !field.system && !field.readOnly && !field.secret
  })
  return withoutBlankTail(gridRowsOf(value), entity, children.columns).map((row) =>
    Object.fromEntries(
      ['id', 'version', ...names].flatMap((name) => {
        const field = entity?.fields[name]
        return row[name] === undefined
          ? []
          : [[name, field?.children ? rowsToSend(row[name], field, entities) : row[name]]]
      }),
    ),
  )
}

/** The new place of each row by its old one; -1: removed. */
export type RowPlaces = readonly number[]

export const placesAfterRemoval = (count: number, at: number): RowPlaces =>
  Array.from({ length: count }, (_row, place) => (place === at ? -1 : place > at ? place - 1 : place))
export const placesAfterInsertion = (count: number, at: number): RowPlaces =>
  Array.from({ length: count }, (_row, place) => (place >= at ? place + 1 : place))
export const placesAfterMove = (count: number, from: number, to: number): RowPlaces => {
  const order = Array.from({ length: count }, (_row, place) => place)
  order.splice(to, 0, ...order.splice(from, 1))
  return order.map((_row, place) => order.indexOf(place))
}

/** Keeps the objects of rows that did not change, so that they are not drawn again. */
export function keepSame(before: readonly GridRow[], after: readonly GridRow[]): readonly GridRow[] {
  const kept = after.map((row, at) =>
    before[at] && JSON.stringify(before[at]) === JSON.stringify(row) ? before[at] : row,
  )
  return kept.length === before.length && kept.every((row, at) => row === before[at]) ? before : kept
}

const hasId = (row: GridRow): boolean => row['id'] !== undefined && row['id'] !== null
const isBlank = (value: Json | undefined, otherwise: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === otherwise ||
  (Array.isArray(value) && value.length === 0)
