import { typeOf } from '../canonical'
import { isObject, type JsonObject } from '../json'
import type { Measure, RatioSide } from '../stat'
import type { ErrorPlace } from './metadata-error'
import type { ResourceRoom } from './resource-room'
import { statField, statFilters, type Fits } from './stat-field'

const MEASURES = ['sum', 'avg', 'share', 'percentile', 'ratio'] as const

export const fitsNumber: Fits = ({ virtual }, { counts }) =>
  !virtual && (counts?.as === 'number' || counts?.as === 'duration')
const isMoment: Fits = ({ virtual }, type) => !virtual && type.isMoment === true

/** What a stat measures; null where its fields are not found. */
export function measureOf(said: JsonObject, room: ResourceRoom, place: ErrorPlace): Measure | null {
  const [what, ...more] = MEASURES.filter((key) => said[key] !== undefined)
  if (more[0] !== undefined)
    place.in(more[0]).error('M120', `a number is one thing: "${what}" or "${more[0]}". Remove one.`)
  if (said.f !== undefined && what !== 'percentile')
    place.in('f').error('M120', 'only a percentile has it. Name the field in "sum" or "avg", or remove "f".')
  if (said.percentile !== undefined && said.f === undefined) {
    place.error('M120', 'a percentile is of a number. Name it in "f".')
    return null
  }
  if (said.until !== undefined && (what === undefined || what === 'share' || what === 'ratio'))
    place
      .in('until')
      .error('M125', 'no length of time is measured. Name its beginning in "sum", "avg" or "f", or remove "until".')
  if (what === undefined) return { what: 'count' }
  if (what === 'share') return { what, of: statFilters(said, 'share', room, place) }
  if (what === 'ratio') return ratioOf(said.ratio, room, place.in('ratio'))
  const key = what === 'percentile' ? 'f' : what
  const spans = said.until !== undefined
  const f = spans
    ? statField(said, key, isMoment, 'a moment that a length of time begins with', room, place, 'M125')
    : statField(said, key, fitsNumber, 'a number', room, place, 'M120')
  const until = spans
    ? statField(said, 'until', isMoment, 'a moment that a length of time ends with', room, place, 'M125')
    : undefined
  if (f === undefined || (spans && until === undefined)) return null
  const of = { f, ...(until !== undefined && { until }) }
  return what === 'percentile' ? { what, p: Number(said.percentile), ...of } : { what, ...of }
}

const SIDES = ['of', 'to'] as const

/** One number for each of another; money for each of what is no money is money. */
function ratioOf(json: JsonObject[string] | undefined, room: ResourceRoom, place: ErrorPlace): Measure | null {
  const said = isObject(json) ? json : {}
  const [of = null, to = null] = SIDES.map((side) => sideOf(said[side], room, place.in(side)))
  if (!of || !to) return null
  const isMoney = ({ sum }: RatioSide): boolean => {
    const field = sum === undefined ? undefined : room.entity.fields[sum]
    return field !== undefined && typeOf(field, room.fieldTypes).name === 'money'
  }
  const as = said.as === 'percent' || said.as === 'number' ? said.as : isMoney(of) && !isMoney(to) ? 'money' : 'number'
  if (said.as === 'money' && as !== 'money')
    place.in('as').error('M126', 'an amount is money for each of what is no money. Say "number" or "percent".')
  if (as === 'percent' && said.per !== undefined)
    place.in('per').error('M126', 'a percentage is for each hundred. Remove "per", or say "number".')
  if (JSON.stringify(of) === JSON.stringify(to))
    place.error(
      'M126',
      'a number divided by itself is one. Give "of" or "to" filters of its own, or add up another field.',
    )
  return { what: 'ratio', of, to, per: typeof said.per === 'number' ? said.per : 1, as }
}

function sideOf(json: JsonObject[string] | undefined, room: ResourceRoom, place: ErrorPlace): RatioSide | null {
  const said = isObject(json) ? json : {}
  const filters = statFilters(said, 'filters', room, place)
  if (said.sum === undefined) return { filters }
  const sum = statField(said, 'sum', fitsNumber, 'a number', room, place, 'M120')
  return sum === undefined ? null : { sum, filters }
}
