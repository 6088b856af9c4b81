import type { LatLng } from '../../../geometry/model'

/** A stop as it is being filled in. */
export interface DraftStop {
  /** Stays with the stop when others come and go. */
  readonly key: number
  /** Of a stop that is saved. */
  readonly id: number | null
  readonly point: LatLng | null
  readonly address: string
  /** Of the place, where it was chosen by its name; else empty. */
  readonly name: string
  readonly contact_name: string
  readonly contact_phone: string
  readonly contact_email: string
  readonly notes: string
  /** The address was typed and not chosen from the list. */
  readonly isTyped?: true
}
type Stops = readonly DraftStop[]

/** A place by its name, as a search or a favourite has it. */
export interface NamedPlace {
  readonly point: LatLng
  readonly address: string
  readonly name: string
}

const FEWEST = 2

export const emptyStop = (key: number): DraftStop => ({
  key,
  id: null,
  point: null,
  address: '',
  name: '',
  contact_name: '',
  contact_phone: '',
  contact_email: '',
  notes: '',
})

export const noStops = (): Stops => [emptyStop(1), emptyStop(2)]

const nextKey = (stops: Stops): number => 1 + Math.max(0, ...stops.map(({ key }) => key))

export const withStop = (stops: Stops, index: number, change: Partial<DraftStop>): Stops =>
  stops.map((stop, at) => (at === index ? { ...stop, ...change } : stop))

/** One more stop after the last, up to `max`. */
export const withMoreStops = (stops: Stops, max: number): Stops =>
  stops.length >= max ? stops : [...stops, emptyStop(nextKey(stops))]

/** Without one of them; start and end keep their rows, emptied. */
export const withoutStop = (stops: Stops, index: number): Stops => {
  const left = stops.filter((_stop, at) => at !== index)
  return left.length >= FEWEST ? left : stops.map((stop, at) => (at === index ? emptyStop(nextKey(stops)) : stop))
}

/** A stop one place further, or nearer. */
export function movedStop(stops: Stops, index: number, by: 1 | -1): Stops {
  const [one, other] = [stops[index], stops[index + by]]
  if (!one || !other) return stops
  return stops.map((stop, at) => (at === index ? other : at === index + by ? one : stop))
}

/** Whether anything was entered at a stop: a place, half of one, or its details. */
export const isSaid = ({ point, isTyped, ...known }: DraftStop): boolean =>
  point !== null ||
  isTyped === true ||
  [known.notes, known.contact_name, known.contact_phone, known.contact_email].some((text) => text.trim() !== '')

/** Notes down that an address is typed at a stop, or is no more. */
export const stopsWithTyped = (stops: Stops, key: number, isTyped: boolean): Stops =>
  stops.map((stop) => (stop.key === key ? { ...stop, isTyped: isTyped || undefined } : stop))

/** The stop that the next chosen place goes to: the first that has none; null: each has one. */
export const placingAt = (stops: Stops): number | null => {
  const index = stops.findIndex(({ point }) => point === null)
  return index < 0 ? null : index
}

/** The stop without a place that comes after one, else the first there is; null: every other one has its place. */
export function nextEmpty(stops: Stops, index: number): number | null {
  const empty = stops.flatMap(({ point }, at) => (point === null && at !== index ? [at] : []))
  return empty.find((at) => at > index) ?? empty[0] ?? null
}

/** A favourite into the first stop without a place, else behind the last, which it then is. */
export function withPlace(stops: Stops, place: NamedPlace, max: number): Stops {
  const at = placingAt(stops)
  if (at !== null) return withStop(stops, at, place)
  return stops.length >= max ? stops : [...stops, { ...emptyStop(nextKey(stops)), ...place }]
}

/** i18n key and number of a stop's name: origin, stop on the route, destination. */
export function stopName(index: number, count: number): { readonly key: string; readonly number: number } {
  const key = index === 0 ? 'from' : index === count - 1 ? 'to' : 'stop'
  return { key: `services.form.stops.${key}`, number: index + 1 }
}

/** A place that nobody has a name for. */
export const pointText = ([lat, lng]: LatLng): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
