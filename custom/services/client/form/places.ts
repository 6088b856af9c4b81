import { placeLine } from '../../../geo/model/place-line'
import type { ClientPlace } from './use-client-data'
import type { NamedPlace } from './stops'

/** As many as there are keys. */
export const MAX_PLACES = 9

/** A place as a stop has it: its line, and its name where it has one. */
export const namedPlace = ({ name, is_named, address, lat, lng }: ClientPlace): NamedPlace =>
  (is_named === 1 ? { point: [lat, lng], address: placeLine({ name, address }), name } : { point: [lat, lng], address: address || name, name: '' })
