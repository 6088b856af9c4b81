import { placeLine } from '../../model/place-line'
import type { LatLng } from '../../../geometry/model'
import type { AskingContext } from './ask-services'
import { installedPlaces } from './places-of'

/** Where a text leads, with its address in one line. */
export interface TextPlace {
  readonly point: LatLng
  readonly address: string
}

/**
 * The first place that a text means, near a point if one is given; null where nothing is known. Must not run within a
 * transaction.
 */
export async function placeOfText(
  context: AskingContext,
  text: string,
  near: LatLng | null = null,
): Promise<TextPlace | null> {
  const places = installedPlaces(context)
  const [first] = await places.autocomplete({ query: text.trim(), near, session: null })
  if (!first) return null
  if (first.point) return { point: first.point, address: placeLine({ name: first.name, address: first.address }) }
  const place = await places.place(first.id, null)
  return place ? { point: place.point, address: placeLine(place) } : null
}

/** What stands at a point, in one line; null where nothing is known. */
export async function lineAt(context: AskingContext, at: LatLng): Promise<string | null> {
  const place = await installedPlaces(context).geocode(at)
  return place ? placeLine(place) : null
}
