import { fold } from '#engine/model'
import type { Candidate } from '../../../services/model'

export interface CandidateGroups {
  /** In the order in which they would be asked. */
  readonly asked: readonly Candidate[]
  /**
   * Near, but passed over, each with the reason. Drivers on shift, who could be asked by hand, come first, then the
   * nearest.
   */
  readonly passed: readonly Candidate[]
}

/**
 * Candidates that a text finds (driver, plate, code; case and accents do not matter), parted by whether they would be
 * asked.
 */
export function candidateGroups(candidates: readonly Candidate[], text: string): CandidateGroups {
  const words = fold(text.trim()).split(/\s+/).filter(Boolean)
  const found = candidates.filter(({ us_name, us_surname, plate, code }) => {
    const own = fold([us_name, us_surname, plate, plate.replace(/-/g, ''), code].filter(Boolean).join(' '))
    return words.every((word) => own.includes(word))
  })
  const ranked = found.filter(({ rank }) => rank !== null).toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
  const passed = found
    .filter(({ rank }) => rank === null)
    .toSorted((a, b) => Number(isOnShift(b)) - Number(isOnShift(a)) || (a.distance ?? FAR) - (b.distance ?? FAR))
  return { asked: ranked, passed }
}

/** Drivers off shift can neither be asked nor be assigned. */
export const isOnShift = ({ availability }: Candidate): boolean => availability !== 'offline'

// Finite, since two infinite distances could not be ordered.
const FAR = Number.MAX_SAFE_INTEGER
