import { fold } from '#engine/model'
import type { Candidate } from '../../../services/model/request-calls'

export interface CandidateGroups {
  /** In the order in which they would be asked. */
  readonly asked: readonly Candidate[]
  /** Near, but passed over: each says why. Who is at work, and could be asked by hand, comes first, then the nearest. */
  readonly passed: readonly Candidate[]
}

/** Candidates that a text finds (driver, plate, code; case and accents do not matter), parted by whether they would be asked. */
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

/** Who is not at work can neither be asked nor be given anything. */
export const isOnShift = ({ availability }: Candidate): boolean => availability !== 'offline'

// A number: two that are infinitely far would be in no order.
const FAR = Number.MAX_SAFE_INTEGER
