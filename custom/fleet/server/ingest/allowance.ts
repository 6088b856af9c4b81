/** What is left of each sender's allowance, and as of when. */
export type Allowance = Map<string, { readonly left: number; readonly at_ms: number }>

// A phone that was without a net sends what it kept in a burst; one that sends ten times a second for long is broken or hostile.
const BURST = 60
const A_SECOND = 10
const MAX_SENDERS = 100_000

/** Takes one request from a sender's allowance; false: it has none left. */
export function allowed(allowance: Allowance, sender: string, now_ms: number): boolean {
  // Those that have been quiet for long have their whole allowance, known or not.
  if (allowance.size >= MAX_SENDERS) allowance.clear()
  const known = allowance.get(sender)
  const left = known ? Math.min(BURST, known.left + ((now_ms - known.at_ms) / 1000) * A_SECOND) : BURST
  const enough = left >= 1
  allowance.set(sender, { left: enough ? left - 1 : left, at_ms: now_ms })
  return enough
}
