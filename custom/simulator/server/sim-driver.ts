import type { LatLng } from '../../geometry/model'
import { randomStreetPlace } from '../../streets/model'
import { ownRoutes } from '../../streets/server'
import { integer, pick, type Random, randomFrom } from '../../demo/model'
import type { CallResponse } from '#engine/model'
import {
  assignmentCall,
  availableCall,
  driverLoginCall,
  driverLogoutCall,
  driverMessagesCall,
  driverReadCall,
  driverStateCall,
  driverWriteCall,
  offerAcceptCall,
  offerRejectCall,
  panicCall,
  positionsCall,
  rideArriveCall,
  rideFinishCall,
  rideNoShowCall,
  rideOnwayCall,
  rideReleaseCall,
  rideStartCall,
  rideWaitingCall,
  shiftPauseCall,
  shiftResumeCall,
  shiftStartCall,
  stopReachedCall,
} from '../../drivers/model'
import { decide } from '../model/decide'
import { EMPTY_MIND, type DriverAnswer, type Decision, type Habits, type DriverAct } from '../model/driver-mind'
import { hasArrived, placeOn, stepWalk, walkAlong, type Walk } from '../model/walk'
import { ignoreAnswers, type HttpCalls } from './http-calls'
import { AGAIN_S, bears, type SimPerson } from './sim-person'
import type { SimStep } from '../model/driver-mind'
import { REPLIES } from '../model/whims'

const STEPS = {
  onway: rideOnwayCall,
  waiting: rideWaitingCall,
  start: rideStartCall,
  arrive: rideArriveCall,
  finish: rideFinishCall,
  release: rideReleaseCall,
  noShow: rideNoShowCall,
} as const satisfies { readonly [step in SimStep]: unknown }

/** Who acts: their session, where they are, and the random numbers that pick their words. */
interface Doer {
  readonly token: string
  readonly at: LatLng
  readonly random: Random
}

/** Makes the calls of an act. @throws {Refused} as the server answers */
async function doAct(api: HttpCalls, act: DriverAct, { token, at, random }: Doer): Promise<void> {
  if (act.do === 'startShift') await api.call(shiftStartCall, {}, token)
  else if (act.do === 'accept') await api.call(offerAcceptCall, { id: act.id_offer }, token)
  else if (act.do === 'reject') await api.call(offerRejectCall, { id: act.id_offer }, token)
  else if (act.do === 'stop')
    await api.call(stopReachedCall, { id: act.id, id_stop: act.id_stop, left: act.left }, token)
  else if (act.do === 'step') await api.call(STEPS[act.step], { id: act.id }, token)
  else if (act.do === 'panic') await api.call(panicCall, { lat: at[0], lng: at[1], id_service: act.id }, token)
  else if (act.do === 'pause') await api.call(shiftPauseCall, {}, token)
  else if (act.do === 'resume') await api.call(shiftResumeCall, {}, token)
  else if (act.do === 'forward') await putForward(api, token)
  else await reply(api, token, random)
}

/** Asks for the first available booking that the driver has not asked for. */
async function putForward(api: HttpCalls, token: string): Promise<void> {
  const { items } = await api.call(availableCall, {}, token)
  const open = items.find(({ assignment }) => assignment === null)
  if (open) await api.call(assignmentCall, { id_service: open.service.id }, token)
}

/** Reads what the operators wrote, and answers once. */
async function reply(api: HttpCalls, token: string, random: Random): Promise<void> {
  const { items } = await api.call(driverMessagesCall, {}, token)
  const unread = items.filter(({ from_driver, date_read }) => from_driver === 0 && date_read === null)
  if (unread.length === 0) return
  await api.call(driverReadCall, { ids: unread.map(({ id }) => id) }, token)
  const last = unread.at(-1)
  await api.call(
    driverWriteCall,
    { body: pick(random, REPLIES), idempotency: `reply-to-${last?.id}`, id_service: last?.id_service ?? null },
    token,
  )
}

export interface SimOptions {
  readonly username: string
  readonly password: string
  readonly seed: number
  readonly habits: Habits
  /** Seconds between two fixes, and between two looks at the state; null: as the log-in says, and 4. */
  readonly every_s?: number | null
  readonly poll_s?: number | null
  /** Where the driver begins; absent: somewhere on a street. */
  readonly at?: LatLng
  /** The driver stays put while there is no goal. */
  readonly stays?: boolean
  /** What the driver does with the next requests, one after another, before the odds count. */
  readonly orders?: readonly DriverAnswer[]
}

export interface SimDriver extends SimPerson {
  /** Queues what the driver does with a coming request. */
  order(what: DriverAnswer): void
  readonly seen: () => CallResponse<typeof driverStateCall> | null
  readonly place: () => LatLng
}

const POLL_S = 4

/** One driver with a device, who knows only what the server answers. */
export function simDriver(api: HttpCalls, options: SimOptions): SimDriver {
  const { username, password, habits } = options
  const random = randomFrom(options.seed)
  const orders = [...(options.orders ?? [])]
  let session: { readonly token: string; readonly device: string; readonly every_s: number } | null = null
  let state: CallResponse<typeof driverStateCall> | null = null
  let mind = EMPTY_MIND
  let goal: LatLng | null = null
  let walk: Walk = walkAlong([options.at ?? startPlace(random)], 0)
  let lived = 0
  let fixDue = 0
  let pollDue = 0
  let standsUntil = 0
  let decision: Decision | null = null

  const place = (): LatLng => placeOn(walk).at

  async function drive(now: number): Promise<void> {
    const seconds = lived === 0 ? 0 : Math.min(30, (now - lived) / 1000)
    lived = now
    const wanted = decision?.goal ?? null
    if (wanted && (goal === null || wanted[0] !== goal[0] || wanted[1] !== goal[1])) {
      goal = wanted
      walk = await routeTo(place(), wanted, habits.speed)
    } else if (!wanted && goal) {
      goal = null
      walk = walkAlong([place()], 0)
    }
    if (decision?.stands) return
    if (!wanted && !options.stays && hasArrived(walk) && now >= standsUntil) {
      const { lat, lng } = randomStreetPlace(random)
      walk = await routeTo(place(), [lat, lng], habits.speed)
      standsUntil = now + integer(random, 20, 240) * 1000
    }
    walk = stepWalk(walk, seconds)
  }

  async function report(now: number, { device }: NonNullable<typeof session>): Promise<void> {
    const {
      at: [lat, lng],
      course,
    } = placeOn(walk)
    const moves = !decision?.stands && !hasArrived(walk)
    const fix = {
      lat: round6(lat),
      lng: round6(lng),
      course,
      timestamp: new Date(now).toISOString(),
      accuracy: integer(random, 3, 18),
      speed: moves ? Math.round(walk.speed_mps * 36) / 10 : 0,
      mode: moves ? 'automotive' : 'still',
      battery_level: 100 - ((Math.floor(now / 400_000) + options.seed * 7) % 85),
    }
    await api.call(positionsCall, { device_id: device, positions: [fix] })
  }

  async function look(now: number, { token }: NonNullable<typeof session>): Promise<void> {
    state = await api.call(driverStateCall, {}, token)
    const [ride = null] = state.services
    const offer = state.offer
    const isNew = offer !== null && mind.answer?.id_offer !== offer.id
    const order = isNew ? (orders[0] ?? null) : null
    decision = decide(
      habits,
      mind,
      {
        now_s: now / 1000,
        at: place(),
        onShift: state.shift !== null,
        paused: state.shift?.state === 'paused',
        mayPause: state.may_pause,
        unread: state.unread,
        offer,
        ride,
        order,
      },
      random,
    )
    if (order !== null) orders.shift()
    mind = decision.mind
    const { act } = decision
    if (!act) return
    await doAct(api, act, { token, at: place(), random })
    // Nobody is followed before their shift, so the first fix is due now.
    if (act.do === 'startShift') fixDue = 0
    // Look at the result at once.
    pollDue = 0
  }

  return {
    username,
    place,
    seen: () => state,
    order: (what) => {
      orders.push(what)
    },
    async logIn() {
      const answer = await api.call(driverLoginCall, {
        username,
        password,
        app_version_code: 125,
        device: `simulator ${username}`,
        platform: 'android',
      })
      session = {
        token: answer.token,
        device: answer.device_id,
        every_s: options.every_s ?? answer.settings.time_tracking,
      }
    },
    async live(now) {
      // The driver may leave while waiting for an answer.
      const own = session
      if (!own) return
      await drive(now)
      const answered = await bears(
        async () => {
          if (now >= pollDue) {
            pollDue = now + (options.poll_s ?? POLL_S) * 1000
            await look(now, own)
          }
          if (now >= fixDue && session === own) {
            fixDue = now + own.every_s * 1000
            await report(now, own)
          }
        },
        async () => {
          if (session === own) await this.logIn()
        },
      )
      if (!answered) pollDue = Math.max(pollDue, now + AGAIN_S * 1000)
    },
    async leave() {
      if (!session) return
      await api.call(driverLogoutCall, { device_id: session.device }, session.token).catch(ignoreAnswers)
      session = null
    },
  }
}

function startPlace(random: Random): LatLng {
  const { lat, lng } = randomStreetPlace(random)
  return [lat, lng]
}

async function routeTo(from: LatLng, to: LatLng, speed: number): Promise<Walk> {
  const { points, distance_m, duration_s } = await ownRoutes.route([from, to])
  return walkAlong(points, duration_s > 0 ? (distance_m / duration_s) * speed : speed)
}

const round6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
