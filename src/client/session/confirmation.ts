/** The question for the user's own password. Sensitive calls wait for its answer, all of them for the same one. */
export interface Confirmation {
  /** @returns whether the password was given; the refused call may then be made again */
  ask(): Promise<boolean>
  answer(sure: boolean): void
  isAsked(): boolean
  subscribe(listener: () => void): () => void
}

export function createConfirmation(): Confirmation {
  const listeners = new Set<() => void>()
  let waiting: { readonly promise: Promise<boolean>; readonly resolve: (sure: boolean) => void } | null = null
  const publish = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    ask() {
      if (waiting) return waiting.promise
      let resolve: (sure: boolean) => void = () => {}
      const promise = new Promise<boolean>((done) => (resolve = done))
      waiting = { promise, resolve }
      publish()
      return promise
    },
    answer(sure) {
      const answered = waiting
      waiting = null
      publish()
      answered?.resolve(sure)
    },
    isAsked: () => waiting !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
