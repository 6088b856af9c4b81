import { lazy } from 'react'
import type { DispatcherService } from '../model/dispatcher-service'
import type { Enquiry } from './desk/enquiry'
import type { FleetStore } from './fleet-store'
import type { TripStore } from './trip-store'
import type { TypeAhead } from './typed-ahead'

/**
 * What a form is about: a new service, one that is there, or a new one filled from another (`/dispatcher/:id/clone`),
 * the other way round with `isBack` (`/dispatcher/:id/back`).
 */
export type FormSubject =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit'; readonly id: number }
  | { readonly kind: 'clone'; readonly id: number; readonly isBack?: true }

/**
 * What is to happen once it is saved (spec 1 §4): a driver is looked for, the chosen one is asked, a new one is filled
 * from it, or nothing.
 */
export type AfterSaving = 'search' | 'request' | 'clone' | 'none'

export interface SavedService {
  /** The first one, where a booking has several dates. */
  readonly id: number
  readonly ids: readonly number[]
  readonly item: DispatcherService
  readonly after: AfterSaving
  /** It was there before. */
  readonly isEdit: boolean
}

/** A vehicle that the service may be given to, as the board knows it. */
export interface FormVehicle {
  readonly id: number
  readonly plate: string
  readonly code: string | null
  readonly us_name: string | null
  readonly us_surname: string | null
  readonly availability: string
  readonly lat: number | null
  readonly lng: number | null
}

/** What the screen has heard of a service that is there, since its form was opened. */
export interface ServiceNews {
  readonly id: number
  /** The latest that was heard of; 0: of none. */
  readonly version: number
  /** Grows with everything that was done to it outside of its form. */
  readonly changes: number
}

/** How a form hands its call over. */
export interface Desk {
  /** The call that a new service is filled in for. */
  readonly enquiry: Enquiry
  /** The call here is over or put aside: the next form is shown. */
  readonly onNext: () => void
}

export interface ServiceFormProps {
  /** A change of it starts the form afresh; after it was saved or closed the form is spent. */
  readonly subject: FormSubject
  /** Stops, route and the stop being placed, shared with the map. Made once by the screen: `createTripStore()`. */
  readonly trip: TripStore
  /**
   * It was opened to be filled in: the search of the client takes the focus. Without it the key `n` brings it there.
   */
  readonly autoFocus?: boolean
  /** The form is always there: Escape leaves its fields and nothing else. */
  readonly stays?: boolean
  /** Whether the screen is left after a save, and the switch of it, where somebody chooses that. */
  readonly leaving?: { readonly on: boolean; readonly turn: (on: boolean) => void }
  /** Catches what is typed until the form is there. */
  readonly ahead?: TypeAhead
  /**
   * Of whoever takes one call after the other: what is saved here goes on by itself, and the next call begins at once.
   */
  readonly desk?: Desk
  /** The service has moved on: the form goes on with it as it is now, with what was typed on top. */
  readonly news?: ServiceNews | null
  /** Called once, after the form has let go of its draft and its guard: the screen may leave at once. */
  readonly onSaved: (saved: SavedService) => void
  /** Left with Escape or its button, after the question about changes. */
  readonly onClosed: () => void
  /** The fleet, for choosing whom to ask; without it (no operator) there is no such choice. */
  readonly fleet?: FleetStore
  /** Of a service that is there: opens the board's dialog that finds a driver. */
  readonly onFindDriver?: (service: DispatcherService) => void
  /**
   * The caller is not known: opens the board's form of a client with what was typed; resolves to the new client's id,
   * null when given up.
   */
  readonly onAddClient?: (typed: string) => Promise<number | null>
}

/** The form of a service, filling its box and scrolling within; show it within <Suspense>. */
export const ServiceForm = lazy(() => import('./form/ServiceForm'))
