import type { JsonObject } from '../json'
import type { Measure } from '../stat'
import type { Place } from './metadata-error'
import type { ResourceRoom } from './resource-room'
import { statField, statFilters, type Fits } from './stat-field'

const MEASURES = ['sum', 'avg', 'share', 'percentile'] as const

export const isNumber: Fits = ({ virtual }, { counts }) => !virtual && (counts?.as === 'number' || counts?.as === 'duration')
const isMoment: Fits = ({ virtual }, type) => !virtual && type.isMoment === true

/** What a stat measures; null where its fields are not found. */
export function measureOf(said: JsonObject, room: ResourceRoom, place: Place): Measure | null {
  const [what, ...more] = MEASURES.filter((key) => said[key] !== undefined)
  if (more[0] !== undefined) place.in(more[0]).error('M120', `a number is one thing: "${what}" or "${more[0]}". Remove one.`)
  if (said.f !== undefined && what !== 'percentile') place.in('f').error('M120', 'only a percentile has it. Name the field in "sum" or "avg", or remove "f".')
  if (said.percentile !== undefined && said.f === undefined) {
    place.error('M120', 'a percentile is of a number. Name it in "f".')
    return null
  }
  if (said.until !== undefined && (what === undefined || what === 'share')) place.in('until').error('M125', 'no length of time is measured. Name its beginning in "sum", "avg" or "f", or remove "until".')
  if (what === undefined) return { what: 'count' }
  if (what === 'share') return { what, of: statFilters(said, 'share', room, place) }
  const key = what === 'percentile' ? 'f' : what
  const spans = said.until !== undefined
  const f = spans ? statField(said, key, isMoment, 'a moment that a length of time begins with', room, place, 'M125') : statField(said, key, isNumber, 'a number', room, place, 'M120')
  const until = spans ? statField(said, 'until', isMoment, 'a moment that a length of time ends with', room, place, 'M125') : undefined
  if (f === undefined || (spans && until === undefined)) return null
  const of = { f, ...(until !== undefined && { until }) }
  return what === 'percentile' ? { what, p: Number(said.percentile), ...of } : { what, ...of }
}
