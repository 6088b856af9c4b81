import type { Json } from '#engine/model'
import type { QuoteRequest, QuoteStop } from '../../model/quote-call'
import type { TripDraft } from './trip-draft'

/** What is priced: by a tariff, or by a product and whichever tariff applies to it. */
export type QuoteTarget = { readonly id_tarif: number } | { readonly id_product: number }

interface TripRequest {
  /** Null: the trip is not complete, or has errors. */
  readonly request: QuoteRequest | null
  /** Sources whose number cannot be read. */
  readonly wrong: readonly string[]
  /** Which stop of the trip each stop of the request is. */
  readonly stopAt: readonly number[]
}

/** The quote request of a trip; stops without a place are left out. */
export function tripRequest(trip: TripDraft, target: QuoteTarget): TripRequest {
  const wrong: string[] = []
  const number = (source: string, value: Json): number | null => {
    if (value === null || value === '') return null
    const read = Number(value)
    if (Number.isFinite(read) && read >= 0) return read
    wrong.push(source)
    return null
  }
  const stopAt: number[] = []
  const stops = trip.stops.flatMap(({ point, address, wait, parking, courier }, at): QuoteStop[] => {
    const wait_min = number(`stops.${at}.wait`, wait)
    if (!point) return []
    stopAt.push(at)
    const [lat, lng] = point
    return [
      {
        lat,
        lng,
        ...(address ? { address } : {}),
        ...(wait_min ? { wait_s: wait_min * 60 } : {}),
        ...(parking ? { parking } : {}),
        ...(courier === null ? {} : { courier }),
      },
    ]
  })
  const capacity = number('capacity_1', trip.capacity)
  if (capacity !== null && (!Number.isInteger(capacity) || capacity < 1)) wrong.push('capacity_1')
  const promotion = trip.promotion.trim()
  const request = {
    ...(trip.id_product === null ? {} : { id_product: trip.id_product }),
    ...target,
    stops,
    ...(trip.date ? { date_scheduled: trip.date } : {}),
    ...(promotion ? { promotion } : {}),
    ...(capacity === null ? {} : { capacity_1: capacity }),
    ...(trip.is_return ? { is_return: true } : {}),
  }
  return { request: stops.length < 2 || wrong.length > 0 ? null : request, wrong, stopAt }
}

/** Sentences, by source. */
interface TripErrors {
  readonly [source: string]: string
}

/** The errors of a call's stops, moved to the stops of the trip. */
export function errorsOfTrip(errors: TripErrors, stopAt: readonly number[]): TripErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([source, text]) => {
      const [, at, rest = ''] = /^stops\.(\d+)(.*)$/.exec(source) ?? []
      return [at === undefined ? source : `stops.${stopAt[Number(at)] ?? at}${rest}`, text]
    }),
  )
}
