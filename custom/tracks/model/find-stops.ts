import { distance_m, type LatLng } from '../../geometry/model'
import { GAP_MS, type TrackFix } from './track-fix'

/** A time in which a vehicle stayed at one place. */
interface TrackStop {
  readonly lat: number
  readonly lng: number
  readonly from_ms: number
  readonly until_ms: number
}

// A parked phone drifts this far from where it stands.
const NEAR_M = 50
/** A shorter halt is a traffic light. */
const MIN_STOP_MS = 3 * 60_000

/**
 * Where a vehicle stood for three minutes or more: every fix within 50 m of the middle of those before it. Silence ends
 * a stop unless the next fix is at the same place, since many phones send nothing while they lie still.
 */
export function findStops(fixes: readonly TrackFix[]): readonly TrackStop[] {
  const stops: TrackStop[] = []
  let stay: TrackFix[] = []
  const end = (): void => {
    const [first, last] = [stay[0], stay.at(-1)]
    if (first && last && last.at_ms - first.at_ms >= MIN_STOP_MS) {
      const [lat, lng] = middleOf(stay)
      stops.push({ lat, lng, from_ms: first.at_ms, until_ms: last.at_ms })
    }
    stay = []
  }
  for (const fix of fixes) {
    if (stay.length > 0 && distance_m(middleOf(stay), [fix.lat, fix.lng]) > NEAR_M) {
      // The first fixes of a halt may be of the braking: what is left of them may still begin one.
      const kept = isStop(stay) ? [] : stay.slice(1)
      end()
      stay = [...kept].filter(
        ({ lat, lng, at_ms }) => distance_m([lat, lng], [fix.lat, fix.lng]) <= NEAR_M && fix.at_ms - at_ms <= GAP_MS,
      )
    }
    stay.push(fix)
  }
  end()
  return stops
}

const isStop = (stay: readonly TrackFix[]): boolean => (stay.at(-1)?.at_ms ?? 0) - (stay[0]?.at_ms ?? 0) >= MIN_STOP_MS

/** The mean of the first places of a stay: a long one need not be reckoned anew at each fix. */
function middleOf(stay: readonly TrackFix[]): LatLng {
  const some = stay.slice(0, 20)
  const sum = some.reduce(([lat, lng], fix) => [lat + fix.lat, lng + fix.lng] as const, [0, 0] as LatLng)
  return [sum[0] / some.length, sum[1] / some.length]
}
