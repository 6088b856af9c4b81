import { fold, readNumber, utcDateTime, writtenMoment } from '#engine/model'
import type { DisplayStyle } from '#engine/ui'
import type { SheetTrip } from '../../model/sheet-call'
import type { SheetColumn } from './columns'

/** i18n keys below `fares.sheet.column_errors.`, by column. */
type CellErrors = { readonly [column in SheetColumn]?: string }
interface ReadTrip {
  readonly trip: SheetTrip
  readonly errors: CellErrors
}

const YES = new Set(['1', 'si', 's', 'yes', 'y', 'x', 'true', 'verdadero'])
const NO = new Set(['', '0', 'no', 'n', 'false', 'falso'])
const MAX_WAIT_MIN = 1440
const MAX_SEATS = 60
const MAX_LENGTH = 100_000
const METRES: { readonly [unit: string]: number } = { km: 1000, mi: 1609.344 }
const MAX_VIA = 10

/** Reads the cells of one row; an unreadable cell is reported at its column and left out of the trip. */
export function readTrip(cell: (column: SheetColumn) => string, style: DisplayStyle): ReadTrip {
  const errors: { [column in SheetColumn]?: string } = {}
  const via = cell('via')
    .split(/[;|\n]/)
    .map((text) => text.trim())
    .filter(Boolean)
  if (via.length > MAX_VIA) errors.via = 'many_stops'
  const lengths = (['distance', 'duration'] as const).map((column) => {
    const length = cell(column) === '' ? undefined : numberIn(cell(column), style, MAX_LENGTH)
    if (length === null) errors[column] = column
    return length ?? undefined
  })
  const [distance, duration] = lengths
  const isGiven = lengths.every((length) => length !== undefined)
  if (!isGiven && cell('distance') !== '' && cell('duration') === '') errors.duration = 'both'
  if (!isGiven && cell('duration') !== '' && cell('distance') === '') errors.distance = 'both'
  for (const column of ['from', 'to'] as const) if (!cell(column) && !isGiven) errors[column] = 'needed'
  const isSomewhere = cell('from') !== '' && cell('to') !== ''
  const places = isSomewhere ? [cell('from'), ...via.slice(0, MAX_VIA), cell('to')].map(placeOf) : []
  const waits =
    cell('wait') === ''
      ? []
      : cell('wait')
          .split(/[;|]/)
          .map((text) => numberIn(text, style, MAX_WAIT_MIN))
  if (waits.some((wait) => wait === null) || (isSomewhere && waits.length > places.length)) errors.wait = 'wait'
  else if (waits.length > 0 && !isSomewhere) errors.wait = 'wait_nowhere'
  const capacity = cell('capacity') === '' ? undefined : numberIn(cell('capacity'), style, MAX_SEATS)
  if (capacity === null || (capacity !== undefined && (!Number.isInteger(capacity) || capacity < 1)))
    errors.capacity = 'capacity'
  const date = cell('date') === '' ? undefined : momentIn(cell('date'), style.zone)
  if (date === null) errors.date = 'date'
  const back = fold(cell('return'))
  if (!YES.has(back) && !NO.has(back)) errors.return = 'return'
  return {
    errors,
    trip: {
      stops: places.map((place, at) => ({ ...place, ...(waits[at] ? { wait: waits[at] } : {}) })),
      ...(distance !== undefined && duration !== undefined
        ? { distance: distance * (METRES[style.distance_unit] ?? 1000), duration: duration * 60 }
        : {}),
      ...(date ? { date_scheduled: date } : {}),
      ...(cell('product') ? { product: cell('product').slice(0, 130) } : {}),
      ...(cell('promotion') ? { promotion: cell('promotion').slice(0, 30) } : {}),
      ...(capacity && !errors.capacity ? { capacity_1: capacity } : {}),
      ...(YES.has(back) ? { is_return: true } : {}),
    },
  }
}

/** `-12.0931, -77.0465` is a point, anything else an address. */
function placeOf(text: string): { readonly lat: number; readonly lng: number } | { readonly address: string } {
  const found = /^\(?\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)\s*\)?$/.exec(text)
  const [lat, lng] = [Number(found?.[1]), Number(found?.[2])]
  return found && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : { address: text.slice(0, 200) }
}

function numberIn(text: string, style: DisplayStyle, max: number): number | null {
  const read = readNumber(text, style)
  const value = 'value' in read ? Number(read.value ?? 0) : Number.NaN
  return Number.isFinite(value) && value >= 0 && value <= max ? value : null
}

/**
 * A moment with its offset, or a day and a time in the local time of the zone: `2026-11-21 08:30`, `21/11/2026 8:30
 * pm`.
 */
function momentIn(text: string, zone: string): string | null {
  const utc = utcDateTime(text)
  if (utc && utc !== 'offset') return utc
  return writtenMoment(text, zone)
}
