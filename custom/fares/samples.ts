import type { Samples } from '#engine/model'

// An overlap is accepted only where there is one (`tests/api/zones.test.ts`).
export const samples: Samples = { zones: { settled: ['accept_overlap'] } }
