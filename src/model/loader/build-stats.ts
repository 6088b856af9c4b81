import { typeOf } from '../canonical'
import type { FieldType } from '../field-type'
import type { Json, JsonObject } from '../json'
import type { Chart, Each, Stat } from '../stat'
import { measureOf } from './build-measure'
import type { ErrorPlace } from './metadata-error'
import { checkSupplied, isFirst, type ResourceRoom } from './resource-room'
import { statField, statFilters, type Fits } from './stat-field'

/** As many parts of a reference as a person takes in at once. */
const TOP = 10

/** The numbers of a catalogue in their order. */
export function buildStats(json: JsonObject, room: ResourceRoom, place: ErrorPlace): readonly Stat[] {
  const { stats: written } = json
  if (!Array.isArray(written)) return []
  if (typeof json.rest === 'string')
    place.in('stats').error('M035', 'another service keeps these records, and they are counted here. Remove "stats".')
  const seen = new Set<string>()
  return written.flatMap((item: Json, i) => {
    const said = item as JsonObject
    const at = place.in('stats', i)
    return isFirst(String(said.id), seen, at.in('id')) ? (buildStat(said, room, at) ?? []) : []
  })
}

/** One number; null where it cannot be counted. */
export function buildStat(said: JsonObject, room: ResourceRoom, place: ErrorPlace): Stat | null {
  const measure = measureOf(said, room, place)
  const divided = dividedBy(said, room, place)
  if (!measure || !divided) return null
  const filters = statFilters(said, 'filters', room, place)
  const { by, type } = divided
  const split =
    said.split === undefined ? undefined : statField(said, 'split', isChoice, 'a choice or a flag', room, place)
  if (said.split !== undefined && by === undefined)
    place.in('split').error('M121', 'parts are divided, and there are none. Name a field in "by".')
  const as = (said.as ?? defaultChart(by, type, said.each as Each | undefined)) as Chart
  checkChart(as, by, type, said, place)
  checkMap(as, type, said, room, place)
  checkMean(measure, said, place)
  return {
    id: String(said.id),
    title: String(said.title),
    measure,
    filters,
    as,
    ...(by !== undefined && { by }),
    ...(said.each !== undefined && { each: said.each as Each }),
    ...(split !== undefined && { split }),
    ...(said.mean === true && { mean: true as const }),
    top: typeof said.top === 'number' ? said.top : TOP,
    ...(said.good !== undefined && { good: said.good as 'up' | 'down' }),
  }
}

const isChoice: Fits = ({ virtual }, { name }) => !virtual && (name === 'enum' || name === 'flag')
export const isDated: Fits = ({ virtual }, { name, isMoment }) => !virtual && (name === 'date' || isMoment === true)
const isPoint: Fits = ({ virtual }, { place }) => !virtual && place === 'point'
const isPart: Fits = (field, type) =>
  isChoice(field, type) || isDated(field, type) || isPoint(field, type) || (field.ref !== undefined && !field.virtual)

/** What a stat is divided by; null where that cannot be. */
export function dividedBy(
  said: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): { readonly by?: string; readonly type?: FieldType } | null {
  const { each } = said
  if (said.by === undefined) {
    if (each !== undefined)
      place.in('each').error('M121', 'nothing is gathered by time. Name a date or a moment in "by", or remove "each".')
    return {}
  }
  const by = statField(said, 'by', isPart, 'a choice, a flag, a reference, a date, a moment or a point', room, place)
  const field = by === undefined ? undefined : room.entity.fields[by]
  if (by === undefined || !field) return null
  const type = typeOf(field, room.fieldTypes)
  if (isDated(field, type) && each === undefined)
    place
      .in('by')
      .error('M121', `"${by}" (${type.name}) is gathered by time. Say by which in "each": day, week, month.`)
  if (!isDated(field, type) && each !== undefined)
    place.in('each').error('M121', `"${by}" (${type.name}) has no days. Remove "each".`)
  if (type.name === 'date' && (each === 'hour' || each === 'hour_of_week'))
    place.in('each').error('M121', `"${by}" (date) has no hours. Name a moment, or longer times.`)
  return { by, type }
}

function defaultChart(by: string | undefined, type: FieldType | undefined, each: Each | undefined): Chart {
  if (by === undefined) return 'card'
  if (each === 'hour_of_week') return 'heat'
  if (type?.place === 'point') return 'map'
  return each === undefined ? (type?.name === 'enum' || type?.name === 'flag' ? 'donut' : 'bars') : 'columns'
}

function checkChart(
  as: Chart,
  by: string | undefined,
  type: FieldType | undefined,
  { each, split, avg, percentile, share, ratio }: JsonObject,
  place: ErrorPlace,
): void {
  const at = place.in('as')
  if ((as === 'card') !== (by === undefined)) {
    return by === undefined
      ? place.error('M122', `${as} need parts. Name a field in "by", or remove "as".`)
      : at.error('M122', 'a card has one number. Remove "by", or choose a chart.')
  }
  if ((as === 'heat') !== (each === 'hour_of_week'))
    at.error(
      'M122',
      '"heat" draws the hours of the week, and nothing else does. Say "each": "hour_of_week", or another chart.',
    )
  if (as === 'line' && each === undefined)
    at.error('M122', `a line goes on with time, and ${type?.name ?? 'this'} does not. Choose bars, columns or a donut.`)
  if (as === 'bars' && split !== undefined)
    at.error('M122', 'bars are not divided again. Choose columns, or remove "split".')
  if (as === 'donut' && (split !== undefined || [avg, percentile, share, ratio].some((one) => one !== undefined)))
    at.error('M122', 'the parts of a donut are parts of one sum. Choose bars or columns.')
}

/** A map is drawn from the cells that points lie in, by the feature that has maps. */
function checkMap(
  as: Chart,
  type: FieldType | undefined,
  { split, top }: JsonObject,
  room: ResourceRoom,
  place: ErrorPlace,
): void {
  const isPointed = type?.place === 'point'
  if (as !== 'map' && !isPointed) return
  if (!isPointed)
    place.in('as').error('M123', 'a map has cells of points. Name a point in "by", or choose another chart.')
  else if (as !== 'map')
    place.in('as').error('M123', 'points are parts of a map alone. Say "map", or divide by something else.')
  for (const [key, value] of Object.entries({ split, top }))
    if (value !== undefined) place.in(key).error('M123', `a map has cells, and no "${key}". Remove it.`)
  checkSupplied('map', room.known.charts ?? [], 'chart', place)
}

function checkMean({ what }: Stat['measure'], { mean, each }: JsonObject, place: ErrorPlace): void {
  if (mean !== true) return
  if (each !== 'hour_of_week')
    place
      .in('mean')
      .error(
        'M124',
        'hours of the week come again and again, other parts do not. Say "each": "hour_of_week", or remove "mean".',
      )
  if (what !== 'count' && what !== 'sum')
    place.in('mean').error('M124', `a mean over the hours is of a count or a sum, not of "${what}". Remove one.`)
}
