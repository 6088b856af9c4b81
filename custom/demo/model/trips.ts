import { placeWords, randomStreetPlace } from '../../streets/model'
import { PLACES } from './places'
import { randomInteger, pick, type Random } from './random'

/** Where somebody gets in or out. */
export interface DemoStop {
  readonly address: string
  /** Of a place that has one. */
  readonly name?: string
  readonly lat: number
  readonly lng: number
}

export interface DemoClient {
  readonly id: number
  readonly id_company: number | null
  readonly id_company_area: number | null
  readonly id_company_ceco?: number | null
}

/** A client who rides again and again between the same few places. */
export interface Regular {
  readonly client: DemoClient
  readonly places: readonly DemoStop[]
}

/** A ride from farther away than this would begin or end with a line through houses. */
const MAX_FROM_STREET_M = 500

/** The well-known places as stops. */
export const placeStops: readonly DemoStop[] = PLACES.map(([, name, street, district, lat, lng]) => ({
  address: `${name}, ${street}, ${district}`,
  name,
  lat,
  lng,
}))

let kept: readonly DemoStop[] | null = null

/** The well-known places that our own streets reach. */
export function knownStops(): readonly DemoStop[] {
  kept ??= placeStops.filter(({ lat, lng }) => placeWords([lat, lng], MAX_FROM_STREET_M).street !== null)
  return kept
}

/** A house number on a street: somebody's home. */
export function homeStop(random: Random): DemoStop {
  const { street, district, lat, lng } = randomStreetPlace(random)
  return { address: `${street} ${randomInteger(random, 100, 3990)}, ${district}`, lat, lng }
}

/** A regular client's places: home, work (the company's own office, if there is one), and two favourites. */
export function regularOf(random: Random, client: DemoClient, office: DemoStop | null): Regular {
  const places = knownStops()
  return {
    client,
    places: [homeStop(random), office ?? pick(random, places), pick(random, places), pick(random, places)],
  }
}

/**
 * From where to where somebody rides: a regular mostly between home and work, the others between a home and a known
 * place.
 */
export function tripOf(random: Random, regular: Regular | null): readonly [from: DemoStop, to: DemoStop] {
  if (!regular) {
    const ends = [homeStop(random), pick(random, knownStops())] as const
    return random() < 0.5 ? ends : [ends[1], ends[0]]
  }
  const [home, work, ...others] = regular.places
  const away = random() < 0.6 || others.length === 0 ? work : pick(random, others)
  const ends = [home ?? homeStop(random), away ?? homeStop(random)] as const
  return random() < 0.5 ? ends : [ends[1], ends[0]]
}
