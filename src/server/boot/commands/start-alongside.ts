import type { ServerFeature, Serving } from '../../language/feature/feature'

/** What features start along with a server once it listens, and how all of it ends. */
export function startAlongside(features: readonly ServerFeature[]): {
  readonly start: (serving: Serving) => Promise<void>
  readonly end: () => Promise<void>
} {
  const ends: (() => Promise<void>)[] = []
  return {
    start: async (serving) => {
      for (const { alongside } of features) if (alongside) ends.push(await alongside(serving))
    },
    end: async () => {
      await Promise.all(ends.map((end) => end()))
    },
  }
}
