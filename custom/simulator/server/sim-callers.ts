import { CALLER_EMAIL, pick, randomFrom } from '../../demo/model'
import { attendPanicCall } from '../../drivers/model'
import { alertsCall, cancelServiceCall, requestVehicleCall, waitDriverCall } from '../../services/model'
import {
  nextDeed,
  NOBODY_RANG,
  notRung,
  type CallerHabits,
  type SimulatedRide,
  type CallerDeed,
  type Ring,
} from '../model/caller-mind'
import { activesCall, clientListCall, consoleLoginCall, consoleLogoutCall } from '../model/console-calls'
import { ignoreAnswers, type HttpCalls } from './http-calls'
import { AGAIN_S, bears, type SimPerson } from './sim-person'
import { bookForCaller, freeCars, whoCalls, type TakenBy } from './take-call'

export interface CallersOptions {
  readonly habits: CallerHabits
  readonly password: string
  readonly seed: number
}

/**
 * Seconds before division by the speed: between two looks at the board, and between two at unattended calls for help.
 */
const LOOK_S = 12
const LOOK_AT_PANICS_S = 60
/** People who are asked whether they want to ride before a call is given up. */
const MAX_ASKED = 6
/** A call for help unattended for this long is attended to, so that it does not sound for ever in an empty room. */
const PANIC_MS = 600_000

/**
 * People who ring for rides and the operator who takes their calls, with a console's calls: the operator handles only
 * their own rides. Only a demo has this account; in any other database nobody rings.
 */
export function simCallers(api: HttpCalls, { habits, password, seed }: CallersOptions): SimPerson {
  const random = randomFrom(seed)
  const look_s = Math.min(6, Math.max(0.5, LOOK_S / habits.speed))
  let session: { readonly token: string; readonly id: number } | null = null
  let phones: readonly string[] = []
  let mind = NOBODY_RANG
  let lookDue = 0
  let panicsDue = 0

  async function rides({ token, id }: NonNullable<typeof session>): Promise<readonly SimulatedRide[]> {
    const { items } = await api.call(activesCall, { filters: JSON.stringify({ id_operator: id }), limit: 500 }, token)
    return items.map(({ id: ride, state, keep_searching }) => ({ id: ride, state, waits: keep_searching === 1 }))
  }

  /** @returns whether somebody rings */
  async function ring(how: Ring, by: TakenBy, now: number): Promise<boolean> {
    const free = await freeCars(by)
    if (!free) return false
    if (phones.length === 0) {
      const { items } = await api.call(
        clientListCall,
        { filters: JSON.stringify({ state: '1' }), limit: 500 },
        by.token,
      )
      phones = items.flatMap(({ phone }) => (phone === null || phone === '' ? [] : [phone]))
    }
    for (let asked = 0; asked < Math.min(MAX_ASKED, phones.length); asked += 1) {
      const caller = await whoCalls(by, pick(random, phones))
      // If there is no trip from far away, the caller rings from anywhere.
      if (
        caller &&
        ((await bookForCaller(by, how, caller, free, now)) ||
          (how === 'far' && (await bookForCaller(by, 'anywhere', caller, free, now))))
      )
        return true
    }
    return false
  }

  async function act(deed: CallerDeed, by: TakenBy, now: number): Promise<void> {
    if (deed.do === 'ring') mind = (await ring(deed.how, by, now)) ? mind : notRung(mind)
    else if (deed.do === 'cancel')
      await api.call(cancelServiceCall, { id_service: deed.id, reason: deed.reason }, by.token)
    else await api.call(deed.do === 'search' ? requestVehicleCall : waitDriverCall, { id_service: deed.id }, by.token)
  }

  async function attend({ token }: TakenBy, now: number): Promise<void> {
    const { panics } = await api.call(alertsCall, {}, token)
    const ids = panics
      .filter(({ date_created }) => date_created !== null && now - Date.parse(date_created) > PANIC_MS)
      .map(({ id }) => id)
    if (ids.length > 0) await api.call(attendPanicCall, { ids, notes: 'Se llamó al conductor: está bien.' }, token)
  }

  return {
    username: CALLER_EMAIL,
    async logIn() {
      const { token, id } = await api.call(consoleLoginCall, {
        username: CALLER_EMAIL,
        password,
        app_version_code: 125,
        platform: 'web',
      })
      session = { token, id }
    },
    async live(now) {
      const own = session
      if (!own || now < lookDue) return
      lookDue = now + look_s * 1000
      const by = { api, token: own.token, random }
      const answered = await bears(
        async () => {
          const decision = nextDeed(habits, mind, await rides(own), now / 1000, random)
          mind = decision.mind
          if (decision.deed) await act(decision.deed, by, now)
          if (now >= panicsDue) {
            panicsDue = now + (LOOK_AT_PANICS_S * 1000) / habits.speed
            await attend(by, now)
          }
        },
        async () => {
          if (session === own) await this.logIn()
        },
      )
      if (!answered) lookDue = Math.max(lookDue, now + AGAIN_S * 1000)
    },
    async leave() {
      if (session) await api.call(consoleLogoutCall, {}, session.token).catch(ignoreAnswers)
      session = null
    },
  }
}
