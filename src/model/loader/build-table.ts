import type { JsonObject, Json } from '../json'
import type { CountedBlock, TableBlock, TableColumn } from '../report'
import type { ReportRoom } from './build-blocks'
import { buildStat, dividedBy } from './build-stats'
import { statFilters } from './stat-field'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import { shownField, type ResourceRoom } from './resource-room'

/** As many rows as a page of a report has. */
const PAGE_ROWS = 100
/** Keys that every row has. */
const OF_ROWS: ReadonlySet<string> = new Set(['id', 'name', 'filters', 'parts'])
const MEASURES = ['count', 'sum', 'avg', 'percentile', 'share', 'ratio'] as const

type Base = Pick<CountedBlock, 'id' | 'of' | 'title' | 'width' | 'days'>

/** A row for each value of a field, with columns of its record and numbers; null where it cannot be. */
export function buildTable(
  base: Base,
  said: JsonObject,
  counted: ResourceRoom,
  room: ReportRoom,
  place: ErrorPlace,
): TableBlock | null {
  if (said.by === undefined) {
    place.error('M137', 'a table has a row for each value of a field. Name it in "by".')
    return null
  }
  const divided = dividedBy(said, counted, place)
  if (!divided?.by) return null
  const { by } = divided
  const target = counted.entity.fields[by]?.ref?.to
  const seen = new Set<string>()
  const columns = (Array.isArray(said.columns) ? said.columns : []).flatMap(
    (item: Json, i) =>
      columnOf(item, seen, counted, target === undefined ? null : room.entityRoom(target), place.in('columns', i)) ??
      [],
  )
  const first = columns.find(({ kind }) => kind === 'number')
  if (!first)
    place
      .in('columns')
      .error(
        'M137',
        'a table counts something. Add a column with "count", "sum", "avg", "percentile", "share" or "ratio".',
      )
  const isTime = said.each !== undefined
  return {
    kind: 'table',
    ...base,
    by,
    ...(isTime && { each: said.each as NonNullable<TableBlock['each']> }),
    filters: statFilters(said, 'filters', counted, place),
    columns,
    sort: sortOf(said, columns, place) ?? (isTime || !first ? ['name', 'asc'] : [first.name, 'desc']),
    limit: typeof said.limit === 'number' ? said.limit : PAGE_ROWS,
  }
}

function columnOf(
  item: Json,
  seen: Set<string>,
  counted: ResourceRoom,
  target: ResourceRoom | null,
  place: ErrorPlace,
): TableColumn | null {
  const said = (typeof item === 'string' ? { f: item } : item) as JsonObject
  const measures = MEASURES.filter((key) => said[key] !== undefined)
  const name = String(said.name ?? (said.percentile === undefined ? said.f : undefined) ?? measures[0] ?? '')
  if (OF_ROWS.has(name))
    place.in('name').error('M137', `every row has a "${name}" of its own. Give the column another "name".`)
  if (seen.has(name))
    place.in('name').error('M137', `there is a column "${name}" already. Give this one a "name" of its own.`)
  seen.add(name)
  // A percentile names its number there.
  const isField = said.f !== undefined && said.percentile === undefined
  if (isField === measures.length > 0) {
    place.error(
      'M137',
      'a column is a field ("f") or a number ("count", "sum", "avg", "percentile", "share", "ratio"). Write one of them.',
    )
    return null
  }
  if (!isField) {
    const { count: _count, ...measure } = said
    const stat = buildStat(
      { ...measure, id: name, title: typeof said.title === 'string' ? said.title : '' },
      counted,
      place,
    )
    return stat && { kind: 'number', name, stat }
  }
  if (!target) {
    place.in('f').error('M137', 'the rows of this table are no records, so they have no fields. Remove the column.')
    return null
  }
  const field = shownField(String(said.f), target, place.in('f'))
  if (field?.virtual)
    place.in('f').error('M137', `"${field.name}" is reckoned from other rows. Name a field that is stored.`)
  return field && { kind: 'field', name, f: field.name, ...(typeof said.title === 'string' && { title: said.title }) }
}

function sortOf({ sort }: JsonObject, columns: readonly TableColumn[], place: ErrorPlace): TableBlock['sort'] | null {
  if (!Array.isArray(sort)) return null
  const [name, direction] = sort as [string, 'asc' | 'desc']
  const names = ['name', ...columns.flatMap((column) => (column.kind === 'number' ? [column.name] : []))]
  if (!names.includes(name))
    place.in('sort', 0).error('M137', `a table is sorted by its numbers or by "name".${didYouMean(name, names)}`)
  return [name, direction]
}
