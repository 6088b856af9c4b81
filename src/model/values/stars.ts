import type { JsonObject } from '../json'

const MAX_STARS = 5

/** How many stars a field has. */
export const starsOf = ({ maximum }: JsonObject): number => (typeof maximum === 'number' ? maximum : MAX_STARS)
