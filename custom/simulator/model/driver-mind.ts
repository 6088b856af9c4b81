import type { LatLng } from '../../geo/model/lat-lng'
import type { RideStep } from '../../drivers/model/driver-wire'
import type { Whims } from './whims'

/** What a driver does with a request: takes it, refuses it, or lets it pass as if he had not seen it. */
export type Answer = 'accept' | 'reject' | 'silent'

/** How a driver is. Shares need not add up to one. */
export interface Habits {
  readonly odds: { readonly [answer in Answer]: number }
  /** Everything that takes time takes it divided by this, but the time to answer, whose end is the server's. */
  readonly speed: number
  /** Absent: he does his work and nothing else. */
  readonly whims?: Whims
}

/** What he has in mind between two looks at his device. */
export interface Mind {
  /** What he will do with a request, from when on, and whether he has done it. */
  readonly answer: { readonly id_offer: number; readonly what: Answer; readonly at_s: number } | null
  /** What he is waiting out (getting in, paying ...), and until when. */
  readonly pause: { readonly of: string; readonly until_s: number } | null
  /** His ride, or the one before, and what comes over him on it. */
  readonly ride: { readonly id: number; readonly whim: keyof Whims | null } | null
  /** When he writes back to the operators; null: nothing to answer. */
  readonly reply_s: number | null
}
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
}

/** What his device shows him, and where he is. */
export interface Seen {
  readonly now_s: number
  readonly at: LatLng
  readonly onShift: boolean
  readonly paused: boolean
  /** His application can pause. */
  readonly mayPause: boolean
  /** Messages of the operators that he has not read. */
  readonly unread: number
  readonly offer: { readonly id: number; readonly left_s: number } | null
  readonly ride: SeenRide | null
  /** What he was told to do with the next request, in place of what his odds say. */
  readonly order: Answer | null
}

export type Act =
  | { readonly do: 'startShift' }
  | { readonly do: 'accept'; readonly id_offer: number }
  | { readonly do: 'reject'; readonly id_offer: number }
  | { readonly do: 'step'; readonly id: number; readonly step: RideStep }
  | { readonly do: 'stop'; readonly id: number; readonly id_stop: number; readonly left: boolean }
  | { readonly do: 'panic'; readonly id: number }
  | { readonly do: 'pause' | 'resume' | 'forward' | 'reply' }

export interface Decision {
  readonly mind: Mind
  readonly act: Act | null
  /** Where he drives; null: about, or he stands still while he waits something out. */
  readonly goal: LatLng | null
  readonly stands: boolean
}
