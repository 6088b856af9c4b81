import { typeOf } from '../canonical'
import type { Field } from '../field'
import type { FieldType } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { listOperators } from '../list-operators'
import type { Chart, Each, Measure, Stat } from '../stat'
import type { Place } from './metadata-error'
import { isFirst, shownField, viewField, type ResourceRoom } from './resource-room'

/** As many parts of a reference as a person takes in at once. */
const TOP = 10

/** The numbers of a catalogue in their order. */
export function buildStats(json: JsonObject, room: ResourceRoom, place: Place): readonly Stat[] {
  const { stats: written } = json
  if (!Array.isArray(written)) return []
  if (typeof json.rest === 'string') place.in('stats').error('M035', 'another service keeps these records, and they are counted here. Remove "stats".')
  const seen = new Set<string>()
  return written.flatMap((item: Json, i) => {
    const said = item as JsonObject
    const at = place.in('stats', i)
    return isFirst(String(said.id), seen, at.in('id')) ? buildStat(said, room, at) ?? [] : []
  })
}

/** One number; null where it cannot be counted. */
export function buildStat(said: JsonObject, room: ResourceRoom, place: Place): Stat | null {
  const measure = measureOf(said, room, place)
  const divided = dividedBy(said, room, place)
  if (!measure || !divided) return null
  const filters = filtersOf(said, 'filters', room, place)
  const { by, type } = divided
  const split = said.split === undefined ? undefined : fieldOf(said, 'split', isChoice, 'a choice or a flag', room, place)
  if (said.split !== undefined && by === undefined) place.in('split').error('M121', 'parts are divided, and there are none. Name a field in "by".')
  const as = (said.as ?? defaultChart(by, type, said.each as Each | undefined)) as Chart
  checkChart(as, by, type, said, place)
  return {
    id: String(said.id), title: String(said.title), measure, filters, as,
    ...(by !== undefined && { by }), ...(said.each !== undefined && { each: said.each as Each }), ...(split !== undefined && { split }),
    top: typeof said.top === 'number' ? said.top : TOP,
    ...(said.good !== undefined && { good: said.good as 'up' | 'down' }),
  }
}

type Fits = (field: Field, type: FieldType) => boolean

export const isNumber: Fits = ({ virtual }, { counts }) => !virtual && (counts?.as === 'number' || counts?.as === 'duration')
const isChoice: Fits = ({ virtual }, { name }) => !virtual && (name === 'enum' || name === 'flag')
export const isDated: Fits = ({ virtual }, { name, isMoment }) => !virtual && (name === 'date' || isMoment === true)
const isPart: Fits = (field, type) => isChoice(field, type) || isDated(field, type) || (field.ref !== undefined && !field.virtual)

function measureOf(said: JsonObject, room: ResourceRoom, place: Place): Measure | null {
  const [what, ...more] = ['sum', 'avg', 'share'].filter((key) => said[key] !== undefined)
  if (more[0] !== undefined) place.in(more[0]).error('M120', `a number is one thing: "${what}" or "${more[0]}". Remove one.`)
  if (what === undefined) return { what: 'count' }
  if (what === 'share') return { what, of: filtersOf(said, 'share', room, place) }
  const f = fieldOf(said, what, isNumber, 'a number', room, place, 'M120')
  return f === undefined ? null : { what: what === 'sum' ? 'sum' : 'avg', f }
}

/** What a stat is divided by; null where that cannot be. */
export function dividedBy(said: JsonObject, room: ResourceRoom, place: Place): { readonly by?: string; readonly type?: FieldType } | null {
  const { each } = said
  if (said.by === undefined) {
    if (each !== undefined) place.in('each').error('M121', 'nothing is gathered by time. Name a date or a moment in "by", or remove "each".')
    return {}
  }
  const by = fieldOf(said, 'by', isPart, 'a choice, a flag, a reference, a date or a moment', room, place)
  const field = by === undefined ? undefined : room.entity.fields[by]
  if (by === undefined || !field) return null
  const type = typeOf(field, room.fieldTypes)
  if (isDated(field, type) && each === undefined) place.in('by').error('M121', `"${by}" (${type.name}) is gathered by time. Say by which in "each": day, week, month.`)
  if (!isDated(field, type) && each !== undefined) place.in('each').error('M121', `"${by}" (${type.name}) has no days. Remove "each".`)
  if (type.name === 'date' && (each === 'hour' || each === 'hour_of_week')) place.in('each').error('M121', `"${by}" (date) has no hours. Name a moment, or longer times.`)
  return { by, type }
}

function defaultChart(by: string | undefined, type: FieldType | undefined, each: Each | undefined): Chart {
  if (by === undefined) return 'card'
  if (each === 'hour_of_week') return 'heat'
  return each === undefined ? (type?.name === 'enum' || type?.name === 'flag' ? 'donut' : 'bars') : 'columns'
}

function checkChart(as: Chart, by: string | undefined, type: FieldType | undefined, { each, split, avg }: JsonObject, place: Place): void {
  const at = place.in('as')
  if ((as === 'card') !== (by === undefined)) {
    return by === undefined ? place.error('M122', `${as} need parts. Name a field in "by", or remove "as".`) : at.error('M122', 'a card has one number. Remove "by", or choose a chart.')
  }
  if ((as === 'heat') !== (each === 'hour_of_week')) at.error('M122', '"heat" draws the hours of the week, and nothing else does. Say "each": "hour_of_week", or another chart.')
  if (as === 'line' && each === undefined) at.error('M122', `a line goes on with time, and ${type?.name ?? 'this'} does not. Choose bars, columns or a donut.`)
  if (as === 'donut' && (split !== undefined || avg !== undefined)) at.error('M122', 'the parts of a donut are parts of one sum. Choose bars or columns.')
}

function fieldOf(said: JsonObject, key: string, fits: Fits, what: string, room: ResourceRoom, place: Place, id: 'M120' | 'M121' = 'M121'): string | undefined {
  const name = String(said[key])
  const field = shownField(name, room, place.in(key))
  if (!field) return undefined
  if (fits(field, typeOf(field, room.fieldTypes))) return name
  place.in(key).error(id, `"${name}" (${field.type}) is not ${what}. Name one.`)
  return undefined
}

/** Filters as a list's address has them: each of a field that can be filtered by, with operators that its type knows. */
export function filtersOf(said: JsonObject, key: string, room: ResourceRoom, place: Place): JsonObject {
  const filters = isObject(said[key]) ? said[key] : {}
  for (const [name, asked] of Object.entries(filters)) {
    const at = place.in(key, name)
    const field = name === 'q' ? null : viewField(name, room, at)
    const known = field ? listOperators(typeOf(field, room.fieldTypes)) : []
    const unknown = field && isObject(asked) ? Object.keys(asked).find((op) => !known.some((one) => one === op)) : undefined
    if (field && (known.length === 0 || unknown !== undefined)) {
      at.error('M026', `a field of type ${field.type} has no "${unknown ?? 'filter'}".${known.length ? ` It has: ${known.join(', ')}.` : ' Remove it.'}`)
    }
  }
  return filters
}
