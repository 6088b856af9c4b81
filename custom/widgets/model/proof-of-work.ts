import { sha256 } from './sha-256'

/**
 * Bits of a challenge for a visitor: some 65,000 hashes, a fraction of a second for a browser, and the cost of each
 * address that a program asks about.
 */
export const WORK_BITS = 16
/** Most bits that a page works on: a day of one processor is no answer. */
export const MAX_WORK_BITS = 24
/** Hashes between two breaths of the page. */
const STEPS = 4000

/** Work that was done: the number that makes the hash of both begin with zeros. */
export interface WorkProof {
  readonly challenge: string
  readonly nonce: number
}

/** Zero bits that a hash begins with. */
export function leadingZeros(hash: Int32Array): number {
  let zeros = 0
  for (const word of hash) {
    zeros += Math.clz32(word)
    if (word !== 0) break
  }
  return zeros
}

const fits = (challenge: string, nonce: number, bits: number): boolean =>
  leadingZeros(sha256(`${challenge}.${nonce}`)) >= bits

/** The first number from `from` on that fits; null: none of the next `steps`. */
export function findNonce(challenge: string, bits: number, from: number, steps = STEPS): number | null {
  for (let nonce = from; nonce < from + steps; nonce++) if (fits(challenge, nonce, bits)) return nonce
  return null
}

/**
 * Does the work in pieces, so that the page stays alive.
 * @param breathe resolves when the page has had its turn; what it throws ends the work
 * @throws {RangeError} for more bits than anybody should work on
 */
export async function solveChallenge(
  challenge: string,
  bits: number,
  breathe: () => Promise<void>,
): Promise<WorkProof> {
  if (!(bits >= 0 && bits <= MAX_WORK_BITS)) throw new RangeError(`A challenge of ${bits} bits`)
  for (let from = 0; ; from += STEPS) {
    const nonce = findNonce(challenge, bits, from, STEPS)
    if (nonce !== null) return { challenge, nonce }
    await breathe()
  }
}

/** Whether the work of a challenge was done; whose it is, how old, and whether it was used, its maker knows. */
export const verify = ({ challenge, nonce }: WorkProof, bits: number): boolean =>
  Number.isSafeInteger(nonce) && nonce >= 0 && fits(challenge, nonce, bits)
