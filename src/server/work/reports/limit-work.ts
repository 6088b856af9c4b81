/** Runs work at once, up to `most`; the rest waits for its turn, in order. */
export function limitWork(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  const end = (): void => {
    running -= 1
    waiting.shift()?.()
  }
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      end()
    }
  }
}
