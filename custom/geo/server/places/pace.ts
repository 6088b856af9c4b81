/**
 * Spaces out the questions to a service that asks for it (public instances: one a second).
 * @returns a function that books the next free moment and tells the milliseconds until then; null when that is too far off to wait for
 */
export function pacer(gap_ms: number, most_wait_ms: number): (service: string, now_ms: number) => number | null {
  const next = new Map<string, number>()
  return (service, now_ms) => {
    const at = Math.max(now_ms, next.get(service) ?? 0)
    if (at - now_ms > most_wait_ms) return null
    next.set(service, at + gap_ms)
    return at - now_ms
  }
}
