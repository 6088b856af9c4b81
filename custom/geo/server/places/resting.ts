import type { FaultCode } from './place-service'

/** Seconds that a key is left alone for a kind of question after a fault; 0: the fault was the question's. */
const REST_S: { readonly [code in FaultCode]: number } = {
  denied: 300, limited: 60, down: 15, slow: 15, bad_answer: 15, too_big: 0, refused: 0,
}

export interface Resting {
  isResting(what: string, now: Date): boolean
  /** @param retry_s what the service itself asks for; it wins */
  rest(what: string, now: Date, code: FaultCode, retry_s: number | null): void
}

/** Which services failed lately, so that nobody waits for them at every question. Each process finds out by itself. */
export function restingServices(): Resting {
  const until = new Map<string, number>()
  return {
    isResting: (what, now) => (until.get(what) ?? 0) > now.getTime(),
    rest(what, now, code, retry_s) {
      const pause_s = retry_s ?? REST_S[code]
      if (pause_s > 0) until.set(what, now.getTime() + pause_s * 1000)
    },
  }
}
