import { distance_m, type LatLng } from '../../geo/model/lat-lng'
import type { Random } from '../../demo/model/random'
import type { RideStep } from '../../drivers/model/driver-wire'
import type { Act, Decision, Habits, Mind, Seen, SeenRide, SeenStop } from './driver-mind'
import { lasting, type Wait } from './waits'

/** As near as a driver gets to a door. */
const NEAR_M = 45

/** What a driver does on a ride: the next step of it in its time and at its place, or what has come over him. */
export function onRide(ride: SeenRide, habits: Habits, mind: Mind, seen: Seen, random: Random): Decision {
  const step = (name: RideStep): Act | null => (ride.steps.includes(name) ? { do: 'step', id: ride.id, step: name } : null)
  /** Waits once for as long as `kind` lasts, then does it. */
  const after = (kind: Wait, of: string, act: Act | null): Decision => {
    const key = `${ride.id} ${of}`
    const pause = mind.pause?.of === key ? mind.pause : { of: key, until_s: seen.now_s + lasting(kind, habits, random) }
    return { mind: { ...mind, pause }, act: seen.now_s >= pause.until_s ? act : null, goal: null, stands: true }
  }
  const drive = (stop: SeenStop | undefined, act: Act | null): Decision => {
    const goal = stop && placeOf(stop)
    if (!goal || distance_m(seen.at, goal) <= NEAR_M) return { mind, act, goal: null, stands: true }
    return { mind, act: null, goal, stands: false }
  }
  const whim = mind.ride?.whim ?? null
  const stops = ride.stops.toSorted((a, b) => a.position - b.position)
  if (ride.state === 'accepted') return after('onway', 'onway', step('onway'))
  if (ride.state === 'onway' && whim === 'release') {
    // He drives on until it is too much for him.
    const gives = after('release', 'release', step('release'))
    return gives.act ? gives : { ...drive(stops[0], null), mind: gives.mind }
  }
  if (ride.state === 'onway') return drive(stops[0], step('waiting'))
  if (ride.state === 'waiting' && whim === 'noShow') return after('noShow', 'noShow', step('noShow'))
  if (ride.state === 'waiting') return after('board', 'board', step('start'))
  if (ride.state === 'arrived') return after('pay', 'pay', step('finish'))
  if (ride.state !== 'started') return { mind, act: null, goal: null, stands: true }
  if (whim === 'panic') {
    const calls = after('panic', 'panic', { do: 'panic', id: ride.id })
    return calls.act ? { ...calls, mind: { ...calls.mind, ride: { id: ride.id, whim: null } } } : calls
  }
  const [, ...further] = stops
  const last = further.at(-1)
  // Without a destination he drives until he is told that it is enough.
  if (!last) return { ...after('about', 'about', step('arrive')), stands: false }
  const next = further.find(({ date_left, id }) => date_left === null && id !== last.id) ?? last
  if (next.id === last.id) return drive(last, step('arrive'))
  if (next.date_reached === null) return drive(next, { do: 'stop', id: ride.id, id_stop: next.id, left: false })
  return after('stop', `stop ${next.id}`, { do: 'stop', id: ride.id, id_stop: next.id, left: true })
}

const placeOf = ({ lat, lng }: SeenStop): LatLng | null => (lat === null || lng === null ? null : [lat, lng])
