import { AppError } from '#engine/model'
import { serveCall, stateObjects, type CallContext } from '#engine/server'
import { placesOf } from '../../geo/server'
import { MAX_DAYS_AHEAD } from '../../services/server'
import { widgetAppearance } from '../model/kept-appearance'
import { PAGE_WORDS } from '../model/page-words'
import { widgetGeocodeCall, widgetPageCall, widgetPlaceCall, widgetPlacesCall } from '../model/widget-calls'
import { visitorPayments, productsOf } from './offered'
import { asVisitor, countVisit } from './visitor'
import { widgetRow, type WidgetRow } from './widget-row'

/** `GET client/widgets/:id_widget`: what the visitor's page begins with. */
export const widgetPage = serveCall(widgetPageCall, async (context, { id_widget }) => {
  countVisit(context, 'looks', id_widget)
  const { settings, actor, say } = context
  const widget = await widgetRow(context, id_widget)
  const [products, payments] = await Promise.all([productsOf(context, widget), visitorPayments(context, widget)])
  const text = (key: string): string => (typeof settings[key] === 'string' ? String(settings[key]) : '')
  const kinds = stateObjects(context, 'locations', 'type')
  return {
    id: widget.id,
    name: widget.name,
    brand: text('brand'),
    logo: text('pic_logo') || null,
    language: actor.language,
    timezone: text('timezone') || 'UTC',
    appearance: widgetAppearance(widget.appearance === null ? null : JSON.parse(widget.appearance)),
    gtm_code: widget.gtm_code,
    address_restriction: widget.address_restriction,
    locations: widget.places.map(({ type, ...place }) => ({
      ...place,
      icon: kinds.get(type ?? '')?.icon ?? 'place',
      color: kinds.get(type ?? '')?.color ?? '',
    })),
    products: [...products],
    payments: [...payments],
    max_capacity: Math.max(1, ...products.map(({ capacity_1 }) => capacity_1)),
    max_days_ahead: Number(settings['most_days_ahead'] ?? MAX_DAYS_AHEAD),
    center: { lat: Number(settings['lat']), lng: Number(settings['lng']) },
    tiles: { url: text('map_tiles_url'), attribution: text('map_tiles_attribution'), link: text('map_tiles_link') },
    words: Object.fromEntries(PAGE_WORDS.map((word) => [word, say(`widgets.page.${word}`)])),
  }
})

/** `POST client/widgets/:id_widget/places`: the widget's own places that fit, then those of the map. */
export const widgetPlaces = serveCall(
  widgetPlacesCall,
  async (context, { id_widget, query, sessiontoken, lat, lng }) => {
    const { widget, places } = await placesFor(context, id_widget)
    const own = widget.places
      .filter((place) => fits(place, query))
      .map(({ id, name, address, ...at }) => ({ id: `widget:${id}`, name, address, lat: at.lat, lng: at.lng }))
    if (widget.address_restriction === '2' || query.trim() === '') return { items: own }
    const near = lat === undefined || lng === undefined ? null : ([lat, lng] as const)
    const found = await places.autocomplete({
      query,
      near: near === null ? null : [near[0], near[1]],
      session: sessiontoken ?? null,
    })
    return {
      items: [
        ...own,
        ...found.map(({ id, name, address, point }) => ({
          id,
          name,
          address,
          lat: point?.[0] ?? null,
          lng: point?.[1] ?? null,
        })),
      ],
    }
  },
)

/** `GET client/widgets/:id_widget/place`: where a suggestion is. */
export const widgetPlace = serveCall(widgetPlaceCall, async (context, { id_widget, id, sessiontoken }) => {
  const { widget, places } = await placesFor(context, id_widget)
  const own = widget.places.find((place) => id === `widget:${place.id}`)
  if (own) return { name: own.name, address: own.address, lat: own.lat, lng: own.lng }
  const found = await places.place(id, sessiontoken ?? null)
  if (!found) throw new AppError('NOT_FOUND')
  const {
    name,
    address,
    point: [lat, lng],
  } = found
  return { name, address, lat, lng }
})

/** `GET client/widgets/:id_widget/geocode`: what is at a point of the map. */
export const widgetGeocode = serveCall(widgetGeocodeCall, async (context, { id_widget, lat, lng }) => {
  const { places } = await placesFor(context, id_widget)
  const found = await places.geocode([lat, lng])
  return { name: found?.name ?? '', address: found?.address ?? '' }
})

/** A visitor searches as somebody unknown: nobody's own places are among what they find. */
async function placesFor(
  context: CallContext,
  id_widget: number,
): Promise<{ readonly widget: WidgetRow; readonly places: ReturnType<typeof placesOf> }> {
  countVisit(context, 'places', id_widget)
  return { widget: await widgetRow(context, id_widget), places: placesOf(asVisitor(context)) }
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const fits = ({ name, address }: { readonly name: string; readonly address: string }, query: string): boolean =>
  plain(query)
    .split(/\s+/)
    .every((word) => plain(`${name} ${address}`).includes(word))
