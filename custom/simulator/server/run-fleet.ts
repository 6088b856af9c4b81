import { setTimeout as sleep } from 'node:timers/promises'
import type { Tally } from '../model/tally'
import { httpCalls, Refused } from './http-calls'
import { letLive } from './let-live'
import { simCallers, type CallersOptions } from './sim-callers'
import { simDriver, type SimOptions } from './sim-driver'
import { simOrders } from './sim-orders'
import type { SimPerson } from './sim-person'

interface FleetAsked {
  readonly url: string
  readonly drivers: readonly SimOptions[]
  /** People who ring for rides; null: nobody does. */
  readonly callers: CallersOptions | null
  readonly tally: Tally
  readonly log: (line: string) => void
  /** On abort everybody leaves. */
  readonly signal: AbortSignal
}

const TICK_MS = 500
/** Between two tries at a server that is not there yet. */
const AGAIN_MS = 2000
/** After this many refused log-ins in a row nobody else is tried: the accounts do not exist. */
const MAX_REFUSED = 8

/**
 * Drivers come to work one after another (log-ins are limited by address), work until the signal, and leave.
 * @returns how many came
 */
export async function runFleet({ url, drivers, callers, tally, log, signal }: FleetAsked): Promise<number> {
  const api = httpCalls(url, tally)
  const living = letLive(TICK_MS, log)
  let count = 0
  let rings = false
  try {
    if (callers) {
      const ringing = simCallers(api, callers)
      rings = await comes(ringing, { log, signal })
      if (rings) living.add(ringing)
      const ordering = simOrders(api, {
        password: callers.password,
        speed: callers.habits.speed,
        seed: callers.seed + 1,
      })
      if (rings && (await comes(ordering, { log, signal }))) living.add(ordering)
    }
    let refused = 0
    for (const options of drivers) {
      if (signal.aborted || refused >= MAX_REFUSED) break
      const driver = simDriver(api, options)
      const came = await comes(driver, { log: refused === 0 ? log : () => {}, signal })
      refused = came ? 0 : refused + 1
      if (!came) continue
      living.add(driver)
      count += 1
    }
    log(`${count} drivers are at work.`)
    if ((rings || count > 0) && !signal.aborted)
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true })
      })
  } finally {
    await living.end()
  }
  return count
}

/** Logs somebody in; a server that is not there (yet) is asked again. @returns whether they came */
async function comes(person: SimPerson, { log, signal }: Pick<FleetAsked, 'log' | 'signal'>): Promise<boolean> {
  for (let isAnnounced = false; !signal.aborted; ) {
    const error = await person.logIn().then(
      () => null,
      (cause: unknown) => cause,
    )
    if (error === null) return true
    const isRefused = error instanceof Refused && error.status < 500
    if (isRefused || !isAnnounced) log(`${person.username}: ${error instanceof Error ? error.message : String(error)}`)
    if (isRefused) return false
    isAnnounced = true
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
  return false
}
