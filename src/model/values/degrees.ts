import { isObject, type Json } from '../json'

/** The two numbers of a place, also of one that is half typed. */
export function degreesOf(value: Json): { lat: Json; lng: Json } {
  const { lat = null, lng = null } = isObject(value) ? value : {}
  return { lat, lng }
}
