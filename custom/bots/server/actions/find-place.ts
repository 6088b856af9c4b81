import { lineAt, placeOfText } from '../../../geo/server'
import type { RunAction } from './action'

/** Looks an address up, or what stands where the person is. */
export const findPlace: RunAction = async ({ call, bot, text, point }) => {
  if (point) {
    const address =
      text ?? (await lineAt(call, [point.lat, point.lng])) ?? `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`
    return { ok: true, vars: { place: { ...point, address } } }
  }
  const found = text === undefined ? null : await placeOfText(call, text, bot.near)
  return found
    ? { ok: true, vars: { place: { lat: found.point[0], lng: found.point[1], address: found.address } } }
    : { ok: false, note: 'not_found' }
}
