/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The run's seed: `CONFORMANCE_SEED`, else a new one every time. Printed, so that a failure can be repeated. */
export function runSeed(): number {
  const given = process.env['CONFORMANCE_SEED']
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given)
  console.log(`conformance: CONFORMANCE_SEED=${seed}`)
  return seed
}
