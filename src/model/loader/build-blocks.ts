import { typeOf } from '../canonical'
import type { FieldTypes } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { BLOCK_KINDS, type Block, type CountedBlock, type ReportDays } from '../report'
import type { Resource } from '../resource'
import type { Stat } from '../stat'
import { isSortable } from '../list-operators'
import { wrongDistances } from '../present-filters'
import { columnOf } from './build-list'
import { buildStat, isDated } from './build-stats'
import { statFilters } from './stat-field'
import { buildTable } from './build-table'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import { shownField, viewField, type Known, type ResourceRoom } from './resource-room'

/** The context in which reports are read. */
export interface ReportRoom {
  readonly resources: readonly Resource[]
  /**
   * The catalogue of a name and the context of its fields; null: there is none, or a mistake in it is reported
   * elsewhere.
   */
  catalogueOf(name: string): { readonly resource: Resource; readonly room: ResourceRoom } | null
  entityRoom(name: string): ResourceRoom | null
  /** Catalogues whose own files have mistakes. */
  readonly lost: ReadonlySet<string>
  readonly fieldTypes: FieldTypes
  readonly known: Known
}

const WIDTHS: { readonly [kind: string]: number } = { card: 3, table: 12, text: 12, heat: 12, map: 12 }
const WIDTH = 6
/** As many of the first records as wait on a page. */
const ROWS = 5

/** The blocks of a report in their order. */
export function buildBlocks(
  { blocks }: JsonObject,
  days: ReportDays,
  room: ReportRoom,
  place: ErrorPlace,
): readonly Block[] {
  if (!Array.isArray(blocks)) return []
  const seen = new Set<string>()
  return blocks.flatMap((item: Json, i) => {
    const said = item as JsonObject
    const at = place.in('blocks', i)
    const id = String(said.id ?? said.stat ?? `${String(said.as)}_${i + 1}`)
    if (seen.has(id))
      at.in(said.id === undefined ? 'stat' : 'id').error(
        'M132',
        `there is a block "${id}" already. Give this one an "id" of its own.`,
      )
    seen.add(id)
    return blockOf(id, said, days, room, at) ?? []
  })
}

const isKind = (as: Json | undefined): as is (typeof BLOCK_KINDS)[number] => BLOCK_KINDS.some((kind) => kind === as)

/** The keywords of each kind, beside `id`, `title`, `width` and `as`. */
const KEYWORDS: { readonly [kind in (typeof BLOCK_KINDS)[number] | 'stat' | 'own']: readonly string[] } = {
  table: ['of', 'days', 'filters', 'by', 'each', 'columns', 'sort', 'limit', 'to'],
  rows: ['of', 'days', 'filters', 'columns', 'sort', 'limit', 'to'],
  text: ['text'],
  favourites: [],
  visited: [],
  own: ['of', 'days', 'stat', 'to'],
  stat: [
    'of',
    'to',
    'days',
    'sum',
    'avg',
    'percentile',
    'f',
    'until',
    'share',
    'ratio',
    'filters',
    'by',
    'each',
    'mean',
    'split',
    'top',
    'good',
  ],
}
const OF_OTHERS: ReadonlySet<string> = new Set(Object.values(KEYWORDS).flat())

function blockOf(id: string, said: JsonObject, days: ReportDays, room: ReportRoom, place: ErrorPlace): Block | null {
  const kind = isKind(said.as) ? said.as : said.stat === undefined ? 'stat' : 'own'
  const foreign = Object.keys(said).filter((key) => OF_OTHERS.has(key) && !KEYWORDS[kind].includes(key))
  for (const key of foreign) place.in(key).error('M138', `${KINDS[kind]} has no "${key}". Remove it.`)
  const width = (standard: number): number => (typeof said.width === 'number' ? said.width : standard)
  const title = typeof said.title === 'string' ? { title: said.title } : {}
  if (kind === 'text') {
    if (typeof said.text !== 'string') place.error('M138', 'a text says something. Write it in "text".')
    return { kind, id, width: width(WIDTHS.text ?? WIDTH), ...title, text: String(said.text) }
  }
  if (kind === 'favourites' || kind === 'visited') return { kind, id, width: width(WIDTH), ...title }
  for (const key of ['filters', 'share', 'ratio', 'columns'] as const) {
    const [wrong] = isObject(said[key])
      ? wrongDistances(said[key])
      : Array.isArray(said[key])
        ? wrongDistances({ columns: said[key] })
        : []
    if (wrong !== undefined)
      place
        .in(key)
        .error('M138', `"${wrong}" is no distance from the present. Write "" for today, or "+30d", "-2h", "30m".`)
  }
  const counted = countedOf(said, room, place)
  if (!counted) return null
  if (said.id === undefined && kind !== 'own')
    place.error('M132', 'a block is answered under its name. Give it an "id".')
  if (said.title === undefined && kind !== 'own') place.error('M138', 'what is counted needs a name. Write a "title".')
  const about = daysOf(said, days, counted, place)
  const base = {
    id,
    of: counted.resource.name,
    title: String(said.title),
    days: about,
    ...(typeof said.to === 'string' && { to: said.to }),
  }
  if (kind === 'table')
    return buildTable({ ...base, width: width(WIDTHS.table ?? WIDTH) }, said, counted.room, room, place)
  if (kind === 'rows') return rowsOf({ ...base, width: width(WIDTH) }, said, counted, place)
  const stat =
    kind === 'own'
      ? ownStat(id, said, counted.resource, place)
      : buildStat({ ...said, id, title: base.title }, counted.room, place)
  if (!stat) return null
  if (stat.as === 'map' && kind !== 'own')
    place.error(
      'M138',
      'a map is one of the catalogue\'s own numbers, which answer its cells. Write it in its "stats", and name it in "stat".',
    )
  return {
    kind: 'stat',
    ...base,
    title: typeof said.title === 'string' ? said.title : stat.title,
    width: width(WIDTHS[stat.as] ?? WIDTH),
    stat,
    ...(kind === 'own' && { source: String(said.stat), ...(said.title === undefined && { own: String(said.stat) }) }),
  }
}

const KINDS: { readonly [kind in keyof typeof KEYWORDS]: string } = {
  table: 'a table',
  rows: 'a block of rows',
  text: 'a text',
  favourites: 'a block of favourites',
  visited: 'a block of visited records',
  stat: 'a number',
  own: 'a number of the catalogue itself',
}

/** The catalogue that a block counts. */
function countedOf(
  { of }: JsonObject,
  room: ReportRoom,
  place: ErrorPlace,
): { readonly resource: Resource; readonly room: ResourceRoom } | null {
  const at = of === undefined ? place : place.in('of')
  const found = of === undefined ? null : room.catalogueOf(String(of))
  if (!found) {
    const names = room.resources.filter(({ module }) => module !== null).map(({ name }) => name)
    if (of === undefined) at.error('M131', 'nothing is counted. Name a catalogue in "of".')
    else if (!room.lost.has(String(of)))
      at.error('M131', `no catalogue "${String(of)}".${didYouMean(String(of), names)}`)
    return null
  }
  const { rest, singleton, module, param } = found.resource
  const why =
    rest === undefined
      ? singleton
        ? 'is one record'
        : module === null
          ? 'is no module: nobody sees its list'
          : param
            ? 'shows the records of one value at a time'
            : null
      : 'is kept by another service'
  if (why) at.error('M131', `"${String(of)}" ${why}. Name another catalogue.`)
  return why ? null : found
}

/** The field that the days of the report are about. */
function daysOf(
  said: JsonObject,
  days: ReportDays,
  { resource, room }: { readonly resource: Resource; readonly room: ResourceRoom },
  place: ErrorPlace,
): string | null {
  if (said.days === 'none') {
    if (days.kind === 'none') place.in('days').error('M011', '"none" is what the report says. Remove it.')
    return null
  }
  if (days.kind === 'none') {
    if (said.days !== undefined)
      place.in('days').error('M134', 'the report asks for no days. Remove "days" here, or there.')
    return null
  }
  const own =
    typeof said.by === 'string' && said.each !== undefined ? said.by : (resource.list.days?.f ?? 'date_created')
  const name = String(said.days ?? own)
  const field = viewField(name, room, said.days === undefined ? place : place.in('days'))
  if (field && !isDated(field, typeOf(field, room.fieldTypes)))
    place.in('days').error('M134', `"${name}" (${field.type}) has no days. Name a date or a moment, or "none".`)
  return name
}

function ownStat(id: string, { stat }: JsonObject, { stats, name }: Resource, place: ErrorPlace): Stat | null {
  const own = stats.find((one) => one.id === stat)
  if (!own)
    place.in('stat').error(
      'M138',
      `"${name}" has no number "${String(stat)}".${didYouMean(
        String(stat),
        stats.map((one) => one.id),
      )}`,
    )
  return own ? { ...own, id } : null
}

function rowsOf(
  base: Omit<CountedBlock & { kind: 'rows' }, 'kind' | 'filters' | 'columns' | 'sort' | 'limit'>,
  said: JsonObject,
  { resource, room }: { readonly resource: Resource; readonly room: ResourceRoom },
  place: ErrorPlace,
): Block {
  const seen = new Set<string>()
  const columns = Array.isArray(said.columns)
    ? said.columns.flatMap((item: Json, i) => {
        const at = place.in('columns', i)
        const foreign = isObject(item)
          ? Object.keys(item).find((key) => !['f', 'title', 'as', 'widget'].includes(key))
          : undefined
        if (foreign !== undefined)
          at.in(foreign).error(
            'M138',
            'rows show fields of the list; numbers are columns of a table. Name a field in "f".',
          )
        return foreign === undefined ? (columnOf(item, seen, room, at) ?? []) : []
      })
    : resource.list.columns.slice(0, 3)
  const [f, direction] = Array.isArray(said.sort) ? (said.sort as string[]) : []
  const field = f === undefined ? null : shownField(f, room, place.in('sort', 0))
  if (field && !isSortable(field, typeOf(field, room.fieldTypes)))
    place.in('sort', 0).error('M026', `a field of type ${field.type} cannot be sorted. Name another one.`)
  return {
    kind: 'rows',
    ...base,
    filters: statFilters(said, 'filters', room, place),
    columns,
    ...(f !== undefined && { sort: [f, direction === 'desc' ? 'desc' : 'asc'] as const }),
    limit: typeof said.limit === 'number' ? said.limit : ROWS,
  }
}
