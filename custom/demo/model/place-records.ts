import type { JsonObject } from '#engine/model'
import { randomStreetPlace } from '../../streets/model'
import type { Moments } from './moments'
import { PLACES } from './places'
import { randomInteger, type Random } from './random'

/** The well-known places. */
export function knownPlaceRecords(random: Random, moments: Moments): JsonObject[] {
  return PLACES.map(([type, name, street, district, lat, lng], index) => ({
    type,
    name,
    address: `${street}, ${district}`,
    point: { lat, lng },
    date_created: moments.entered(random, index, PLACES.length, 400),
  }))
}

/** A company's own place: its office, entered with it. */
export function officeRecord(company: { readonly id: number; readonly record: JsonObject }): JsonObject {
  const { name, address, point, date_created } = company.record
  return {
    type: 'office',
    name: `Oficina de ${String(name)}`,
    address: address ?? null,
    point: point ?? null,
    id_company: company.id,
    date_created: date_created ?? null,
  }
}

/** A client's own places: home and work. */
export function ownPlaceRecords(id_client: number, date_created: JsonObject[string]): JsonObject[] {
  const of = (name: string, address: string, lat: number, lng: number): JsonObject => ({
    type: 'other',
    name,
    address,
    point: { lat, lng },
    id_client,
    date_created,
  })
  return [
    of('Casa', 'Calle Berlín 364, Miraflores', -12.12155, -77.03235),
    of('Trabajo', 'Av. Rivera Navarrete 475, San Isidro', -12.09372, -77.02486),
  ]
}

/** Address number `index` of `count` that clients have ridden to, for a large demo. */
export function addressRecord(random: Random, moments: Moments, index: number, count: number): JsonObject {
  const { street, district, lat, lng } = randomStreetPlace(random)
  const name = `${street} ${randomInteger(random, 100, 3990)}`
  const date_created = moments.entered(random, index, count, 240)
  return { type: 'other', name, address: `${name}, ${district}`, point: { lat, lng }, date_created }
}
