import { wrong } from '#engine/model'
import type { ServiceInput } from '../../model/service-input'
import type { RequestMade } from './make-services'

/** Rides that one form makes, at most: dates, people, there and back. */
const MAX_RIDES = 60

/**
 * The requests that one form is: each guest of a group rides in a ride of their own, and everybody back where a return
 * is asked for. What was quoted, the vehicle and the driver's request are the first ride's.
 * @throws {AppError} VALIDATION at `group` or `date_return`
 */
export function requestsOfForm({ group = [], date_return = null, ...input }: ServiceInput): readonly RequestMade[] {
  const people: readonly Half[] = [{ input, names: {} }, ...group.map((guest, i) => ofGuest(input, guest, i))]
  const dates = input.scheduled === 1 ? Math.max(1, input.scheduled_dates?.length ?? 0) : 1
  if (people.length * dates * (date_return === null ? 1 : 2) > MAX_RIDES) {
    throw wrong(group.length > 0 ? 'group' : 'date_return', 'services.too_many_rides', { max: MAX_RIDES })
  }
  return date_return === null ? people : [...people, ...people.map((one, i) => back(one, date_return, i))]
}

type Half = Required<Pick<RequestMade, 'input' | 'names'>>

function ofGuest(
  input: ServiceInput,
  { name, phone = null }: NonNullable<ServiceInput['group']>[number],
  i: number,
): Half {
  if (name.trim() === '') throw wrong(`group.${i}.name`, 'required')
  return {
    input: { ...alone(input, `g${i}`), invited: 1, invited_name: name, invited_phone: phone },
    names: { invited_name: `group.${i}.name`, invited_phone: `group.${i}.phone` },
  }
}

/** Each date has its way back, as much later as the first one's. */
function back({ input, names }: Half, date_return: string, i: number): Half {
  const asked = input.scheduled_dates ?? []
  const starts =
    input.scheduled !== 1 ? [] : asked.length > 0 ? asked : input.date_scheduled ? [input.date_scheduled] : []
  const [first = null] = starts
  const later_ms = first === null ? null : Date.parse(date_return) - Date.parse(first)
  if (Number.isNaN(later_ms)) throw wrong('date_return', 'datetime')
  if (later_ms !== null && later_ms <= 0) throw wrong('date_return', 'services.return_before')
  const dates =
    later_ms === null ? [date_return] : starts.map((start) => new Date(Date.parse(start) + later_ms).toISOString())
  const last = input.stops.length - 1
  const places = input.stops.flatMap((_stop, at): [string, string][] => [
    [`stops.${at}`, `stops.${last - at}`],
    [`stops.${at}.address`, `stops.${last - at}.address`],
  ])
  const when = ['scheduled', 'scheduled_dates', 'date_scheduled', ...dates.map((_date, at) => `scheduled_dates.${at}`)]
  return {
    input: {
      ...alone(input, `b${i}`),
      scheduled: 1,
      scheduled_dates: dates,
      date_scheduled: null,
      after: 'none',
      is_return: false,
      stops: input.stops.toReversed().map(({ id: _id, ...stop }) => stop),
    },
    names: { ...names, ...Object.fromEntries([...places, ...when.map((field) => [field, 'date_return'] as const)]) },
  }
}

/**
 * One more ride of a form: priced by itself, for whoever is found for it; the person at the form knows that it is like
 * the first.
 */
function alone(
  {
    quote: _quote,
    id_vehicle: _vehicle,
    new_state: _state,
    new_state_date: _since,
    similar: _similar,
    ...input
  }: ServiceInput,
  part: string,
): ServiceInput {
  const { after, idempotency } = input
  return {
    ...input,
    ...(after === 'request' && { after: 'search' as const }),
    ...(idempotency !== undefined && { idempotency: `${idempotency.slice(0, 58)}.${part}` }),
  }
}
