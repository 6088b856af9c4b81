import { setTimeout as sleep } from 'node:timers/promises'
import type { SimPerson } from './sim-person'

/** People in the middle of a call finish it before they leave, unless it takes longer than this. */
const PATIENCE_MS = 2000

interface Living {
  add(person: SimPerson): void
  /** Nobody starts anything new, and everybody leaves. */
  end(): Promise<void>
}

/**
 * Lets people live side by side, a look every `tick_ms` each: those waiting for an answer do not ask a slow server
 * again.
 */
export function letLive(tick_ms: number, log: (line: string) => void): Living {
  const people: SimPerson[] = []
  const busy = new Set<SimPerson>()
  const timer = setInterval(() => {
    for (const person of people.filter((one) => !busy.has(one))) {
      busy.add(person)
      person
        .live(Date.now())
        .catch((error: unknown) => log(String(error)))
        .finally(() => busy.delete(person))
    }
  }, tick_ms)
  return {
    add(person) {
      people.push(person)
    },
    async end() {
      clearInterval(timer)
      for (let waited = 0; busy.size > 0 && waited < PATIENCE_MS; waited += 50) await sleep(50)
      await Promise.all(people.map((person) => person.leave()))
    },
  }
}
