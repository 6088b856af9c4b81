import { cpus } from 'node:os'

/** Milliseconds of all cores since the machine began: worked, and in all. */
interface Worked {
  readonly busy: number
  readonly all: number
}

function worked(): Worked {
  const all = cpus()
    .flatMap(({ times }) => Object.values(times))
    .reduce((sum, ms) => sum + ms, 0)
  const idle = cpus().reduce((sum, { times }) => sum + times.idle, 0)
  return { busy: all - idle, all }
}

/** Begins to measure; what it gives says which share of all cores has been at work since, whoever's it was. */
export function processorShare(): () => number {
  const began = worked()
  return () => {
    const now = worked()
    return now.all === began.all ? 0 : (now.busy - began.busy) / (now.all - began.all)
  }
}
