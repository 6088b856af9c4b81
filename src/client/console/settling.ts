import type { OpenMatters, Settling } from '../../model/open-matters'

/** The question what becomes of what goes on after an access has ended. One is asked at a time. */
export interface SettlingQuestion {
  /** @returns the answer, with which the refused call is made again; null: nothing is to happen */
  ask(open: OpenMatters): Promise<Settling | null>
  answer(settling: Settling | null): void
  asked(): OpenMatters | null
  subscribe(listener: () => void): () => void
}

interface Waiting {
  readonly open: OpenMatters
  readonly resolve: (settling: Settling | null) => void
}

export function createSettling(): SettlingQuestion {
  const listeners = new Set<() => void>()
  const waiting: Waiting[] = []
  const publish = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    ask: (open) =>
      new Promise((resolve) => {
        waiting.push({ open, resolve })
        publish()
      }),
    answer(settling) {
      waiting.shift()?.resolve(settling)
      publish()
    },
    asked: () => waiting[0]?.open ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
