import type { JsonObject } from '../../../src/model/json'
import { randomStreetPlace } from '../../geo/model/street-place'
import type { Moments } from './moments'
import { PLACES } from './places'
import { integer, type Random } from './random'

/** The places everybody knows. */
export function knownPlaceRecords(random: Random, moments: Moments): JsonObject[] {
  return PLACES.map(([type, name, street, district, lat, lng]) => ({
    type, name, address: `${street}, ${district}`, point: { lat, lng }, date_created: moments.past(random, 240),
  }))
}

/** A company's own place: its office. */
export function officeRecord(random: Random, moments: Moments, company: { readonly id: number; readonly record: JsonObject }): JsonObject {
  const { name, address, point } = company.record
  return {
    type: 'office', name: `Oficina de ${String(name)}`, address: address ?? null, point: point ?? null, id_company: company.id,
    date_created: moments.past(random, 200),
  }
}

/** An address that clients have ridden to, for a large demo. */
export function addressRecord(random: Random, moments: Moments): JsonObject {
  const { street, district, lat, lng } = randomStreetPlace(random)
  const name = `${street} ${integer(random, 100, 3990)}`
  return { type: 'other', name, address: `${name}, ${district}`, point: { lat, lng }, date_created: moments.past(random, 240) }
}
