import { AppError, wrong, fold } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import type { QuoteRequest, QuoteStop } from '../model/quote-call'
import { priceSheetCall, type PricedTrip, type SheetTrip } from '../model/sheet-call'
import { placeLine } from '../../geo/model'
import { bookOf } from './book/kept-book'
import { priceBasis } from './quotes/price-basis'
import { price } from './quotes/price'
import { priceBy } from './quotes/price-by'
import { shownFare } from './quotes/quote'
import type { BookProduct } from './book/book'
import type { LatLng } from '../../geometry/model'
import { placesOf, type Place } from '../../geo/server'

/** Looks up the places that a sheet names by text; each text is looked up once, null where nothing is found. */
function sheetPlaces(context: CallContext): (address: string) => Promise<Place | null> {
  const places = placesOf(context)
  const near = homeOf(context)
  const found = new Map<string, Promise<Place | null>>()
  const look = async (query: string): Promise<Place | null> => {
    const [first] = await places.autocomplete({ query, near, session: null })
    if (!first) return null
    return first.point ? { name: first.name, address: first.address, point: first.point } : places.place(first.id, null)
  }
  return (address) => {
    const key = fold(address.trim())
    const known = found.get(key) ?? look(address.trim())
    found.set(key, known)
    return known
  }
}

/** Where the company is: of places with the same name, the one near it is meant. */
function homeOf({ settings }: CallContext): LatLng | null {
  const [lat, lng] = [Number(settings.lat), Number(settings.lng)]
  return Number.isFinite(lat) && Number.isFinite(lng) ? [lat, lng] : null
}

/** The product that a sheet names: by id, by name, or by name and detail. @throws {AppError} VALIDATION at `product` */
function sheetProduct(products: readonly BookProduct[], text: string): number {
  const wanted = plain(text)
  const byId = products.find(({ id }) => String(id) === wanted)
  if (byId) return byId.id
  const full = products.filter(({ name, surname }) => plain(`${name} ${surname ?? ''}`) === wanted)
  const named = full.length > 0 ? full : products.filter(({ name }) => plain(name) === wanted)
  const [one, another] = named
  if (!one) throw wrong('product', 'fares.no_product')
  if (another) throw wrong('product', 'fares.product_many')
  return one.id
}

const plain = (text: string): string =>
  fold(text)
    .replace(/[·,\-–/()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Trips that are worked on at the same time: a route from an outside service may take a while. */
const AT_ONCE = 6

type By = Pick<QuoteRequest, 'id_tarif' | 'id_product'>
type Find = ReturnType<typeof sheetPlaces>

/** `POST fares/sheet`: prices many trips, each as `fares/quote` does. */
export const priceSheet = serveCall(priceSheetCall, async (context, { trips, ...by }) => {
  const find = sheetPlaces(context)
  const items: PricedTrip[] = []
  const left = trips.entries()
  const work = async (): Promise<void> => {
    for (const [at, trip] of left) items[at] = await priceTrip(context, find, by, trip)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { items }
})

async function priceTrip(context: CallContext, find: Find, by: By, trip: SheetTrip): Promise<PricedTrip> {
  const nothing: PricedTrip = {
    fare: null,
    id_tarif: null,
    distance: null,
    duration: null,
    places: trip.stops.map(() => null),
    errors: {},
  }
  const { stops, places, errors } = await stopsOf(context, find, trip)
  if (Object.keys(errors).length > 0) return { ...nothing, places, errors }
  try {
    const { product, distance, duration, ...rest } = trip
    const { products } = await bookOf(context.db)
    const asked: QuoteRequest = {
      ...rest,
      ...by,
      stops,
      ...(product?.trim() ? { id_product: sheetProduct(products, product) } : {}),
      ...(distance === undefined && duration === undefined ? {} : { distance, duration }),
    }
    const basis = await priceBasis(context, asked)
    const terms = await priceBy(context, basis, asked)
    const { fare } = await price(context, basis, terms)
    return {
      ...nothing,
      places,
      fare: shownFare(context, terms.product, fare),
      id_tarif: terms.tarif.terms.id,
      distance: basis.route.distance_m,
      duration: basis.route.duration_s,
    }
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code === 'INTERNAL') throw cause
    return { ...nothing, places, errors: said(context, cause) }
  }
}

/** The stops with the places that their texts mean; a text without a place is reported at its stop. */
async function stopsOf(
  context: CallContext,
  find: Find,
  trip: SheetTrip,
): Promise<{
  readonly stops: QuoteStop[]
  readonly places: (string | null)[]
  readonly errors: { readonly [source: string]: string }
}> {
  const found = await Promise.all(
    trip.stops.map(async ({ lat, lng, address = '', wait }, at) => {
      const waited = wait ? { wait_s: wait * 60 } : {}
      if (lat !== undefined && lng !== undefined) return { stop: { lat, lng, ...waited }, place: null, error: null }
      try {
        const place = address.trim() ? await find(address) : null
        if (!place) throw wrong(`stops.${at}`, address.trim() ? 'fares.no_place' : 'required')
        const line = placeLine(place)
        return {
          stop: { lat: place.point[0], lng: place.point[1], address: line.slice(0, 300), ...waited },
          place: line,
          error: null,
        }
      } catch (cause) {
        if (!(cause instanceof AppError) || cause.code === 'INTERNAL') throw cause
        const isOurs = cause.code === 'VALIDATION'
        return {
          stop: null,
          place: null,
          error: isOurs ? said(context, cause) : { [`stops.${at}`]: context.say(cause.say, cause.params) },
        }
      }
    }),
  )
  return {
    stops: found.flatMap(({ stop }) => stop ?? []),
    places: found.map(({ place }) => place),
    errors: Object.assign({}, ...found.map(({ error }) => error ?? {})) as { [source: string]: string },
  }
}

/** An error in the asker's language, at its fields where it names any. */
function said({ say }: CallContext, error: AppError): { readonly [source: string]: string } {
  const fields = Object.entries(error.errors)
  if (fields.length === 0) return { trip: say(error.say, error.params) }
  return Object.fromEntries(fields.map(([source, { key, params }]) => [source, say(`validation.${key}`, params)]))
}
