/** How old a position is, in steps that people distinguish at a glance. */
type FixAge = 'fresh' | 'recent' | 'old' | 'lost'

// A device sends every minute or less; two silent minutes are a street away, an hour is another shift.
const FRESH_S = 2 * 60
const RECENT_S = 10 * 60
const OLD_S = 60 * 60

export function fixAge(age_s: number): FixAge {
  return age_s <= FRESH_S ? 'fresh' : age_s <= RECENT_S ? 'recent' : age_s <= OLD_S ? 'old' : 'lost'
}
