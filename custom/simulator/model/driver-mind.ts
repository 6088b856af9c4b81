import type { LatLng } from '../../geometry/model'
import type { RideStep } from '../../drivers/model'
import type { Whims } from './whims'

/** What a driver does with a request: accepts it, rejects it, or lets it pass as if unseen. */
export type DriverAnswer = 'accept' | 'reject' | 'silent'

/** How a driver behaves. Shares need not add up to one. */
export interface Habits {
  readonly odds: { readonly [answer in DriverAnswer]: number }
  /** All durations are divided by this, except the time to answer, which the server limits. */
  readonly speed: number
  /** Absent: the driver only works. */
  readonly whims?: Whims
}

/** What a driver has in mind between two looks at the device. */
export interface Mind {
  /** What the driver will do with a request, and from when on. */
  readonly answer: { readonly id_offer: number; readonly what: DriverAnswer; readonly at_s: number } | null
  /** What the driver is waiting out (getting in, paying ...), and until when. */
  readonly pause: { readonly of: string; readonly until_s: number } | null
  /** The driver's ride, or the one before, and the whim on it. */
  readonly ride: { readonly id: number; readonly whim: keyof Whims | null } | null
  /** When the driver writes back to the operators; null: nothing to answer. */
  readonly reply_s: number | null
}
/** No simulated car breaks down. */
export type SimStep = Exclude<RideStep, 'breakdown'>

export const EMPTY_MIND: Mind = { answer: null, pause: null, ride: null, reply_s: null }

export interface SeenStop {
  readonly id: number
  readonly position: number
  readonly lat: number | null
  readonly lng: number | null
  readonly date_reached: string | null
  readonly date_left: string | null
}

export interface SeenRide {
  readonly id: number
  readonly state: string
  readonly steps: readonly RideStep[]
  readonly stops: readonly SeenStop[]
  /** Where the passenger waits whom another driver cannot take on. */
  readonly take_over?: { readonly lat: number | null; readonly lng: number | null } | null
}

/** What the device shows the driver, and where the driver is. */
export interface DriverSeen {
  readonly now_s: number
  readonly at: LatLng
  readonly onShift: boolean
  readonly paused: boolean
  /** The driver's application can pause. */
  readonly mayPause: boolean
  /** Messages of the operators that the driver has not read. */
  readonly unread: number
  readonly offer: { readonly id: number; readonly left_s: number } | null
  readonly ride: SeenRide | null
  /** What the driver must do with the next request, instead of what the odds say. */
  readonly order: DriverAnswer | null
}

export type DriverAct =
  | { readonly do: 'startShift' }
  | { readonly do: 'accept'; readonly id_offer: number }
  | { readonly do: 'reject'; readonly id_offer: number }
  | { readonly do: 'step'; readonly id: number; readonly step: SimStep }
  | { readonly do: 'stop'; readonly id: number; readonly id_stop: number; readonly left: boolean }
  | { readonly do: 'panic'; readonly id: number }
  | { readonly do: 'pause' | 'resume' | 'forward' | 'reply' }

export interface Decision {
  readonly mind: Mind
  readonly act: DriverAct | null
  /** Where the driver goes; null: driving about, or standing still while waiting something out. */
  readonly goal: LatLng | null
  readonly stands: boolean
}
