/**
 * Speeds at which streets are driven, in km/h. Maps give the speed limit; lights, crossings and other cars leave about
 * half of it in a city by day. The share is an assumption, stated here once: with 50 km/h allowed it gives 27, with 40
 * it gives 22.
 */
const SHARE_LEFT = 0.55

/** The speed limit where a map has none, by OpenStreetMap's `highway`. */
const ALLOWED: { readonly [kind: string]: number } = {
  motorway: 80,
  motorway_link: 60,
  trunk: 70,
  trunk_link: 50,
  primary: 60,
  primary_link: 40,
  secondary: 50,
  secondary_link: 40,
  tertiary: 40,
  tertiary_link: 40,
  unclassified: 40,
  residential: 30,
  living_street: 20,
  service: 20,
  track: 20,
}
const UNKNOWN = 40
/** The roads of this project's own map. */
const OWN = { expressway: 80, avenue: 50 } as const

/** @param allowed km/h; null or not above 0: by the kind of street */
export function drivenKmh(allowed: number | null, kind: string | null = null): number {
  const usual = (kind !== null && Object.hasOwn(ALLOWED, kind) ? ALLOWED[kind] : null) ?? UNKNOWN
  return (allowed !== null && allowed > 0 && allowed <= 200 ? allowed : usual) * SHARE_LEFT
}

export const ownKmh = (kind: keyof typeof OWN): number => drivenKmh(OWN[kind])
