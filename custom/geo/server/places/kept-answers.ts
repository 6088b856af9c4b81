export interface KeptAnswers<T> {
  /**
   * The kept answer, or that of `ask`; who asks the same meanwhile gets the same one. A failure is not kept.
   * @param keep_s how long an answer may be kept; 0: not at all
   */
  once(key: string, now: Date, ask: () => Promise<T>, keep_s: (answer: T) => number): Promise<T>
}

/** Answers kept in this process, the longest unused thrown out first. */
export function keptAnswers<T>(most: number): KeptAnswers<T> {
  const kept = new Map<string, { readonly answer: T; readonly until: number }>()
  const asking = new Map<string, Promise<T>>()
  return {
    async once(key, now, ask, keep_s) {
      const known = kept.get(key)
      if (known && known.until > now.getTime()) {
        kept.delete(key)
        kept.set(key, known)
        return known.answer
      }
      const running = asking.get(key)
      if (running) return running
      const work = ask().then((answer) => {
        const seconds = keep_s(answer)
        kept.delete(key)
        if (seconds > 0) kept.set(key, { answer, until: now.getTime() + seconds * 1000 })
        const [oldest] = kept.keys()
        if (kept.size > most && oldest !== undefined) kept.delete(oldest)
        return answer
      }).finally(() => asking.delete(key))
      asking.set(key, work)
      return work
    },
  }
}
