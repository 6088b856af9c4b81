import { objectName, quoted } from './names'
import type { ObjectShape } from './shape'

/** A plain index over the rows that are not deleted; `list` is what stands in its parentheses. */
export function plainIndex(table: string, columns: readonly string[], list: string): ObjectShape {
  const name = objectName(table, columns, 'idx', list)
  return {
    name,
    kind: 'index',
    columns,
    create: `create index ${quoted(name)} on ${quoted(table)} (${list}) where date_deleted is null`,
    against: null,
    error: '',
  }
}

/** An index over the rows that are removed, by when. */
export function removedIndex(table: string): ObjectShape {
  const list = 'date_deleted desc, id desc'
  const name = objectName(table, ['date_deleted'], 'idx', list)
  return {
    name,
    kind: 'index',
    columns: ['date_deleted'],
    create: `create index ${quoted(name)} on ${quoted(table)} (${list}) where date_deleted is not null`,
    against: null,
    error: '',
  }
}

/** An index over the rows that point somewhere, removed ones too: deleting the target has to find them. */
export function pointerIndex(table: string, column: string): ObjectShape {
  const name = objectName(table, [column], 'idx', `${column} is not null`)
  return {
    name,
    kind: 'index',
    columns: [column],
    against: null,
    error: '',
    create: `create index ${quoted(name)} on ${quoted(table)} (${quoted(column)}) where ${quoted(column)} is not null`,
  }
}

/** An index of places, for what lies in a box of the map. */
export function placeIndex(table: string, column: string): ObjectShape {
  const list = `gist (${quoted(column)})`
  const name = objectName(table, [column], 'idx', list)
  return {
    name,
    kind: 'index',
    columns: [column],
    against: null,
    error: '',
    create: `create index ${quoted(name)} on ${quoted(table)} using ${list} where date_deleted is null`,
  }
}
