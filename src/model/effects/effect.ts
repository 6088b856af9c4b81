import type { Rule } from '../rules/rule'
import type { Template } from './template'

/**
 * What every entity tells of its records; `near` is no write: a day that a date of the record names is some days away.
 */
export const EVENTS = ['created', 'changed', 'removed', 'moved', 'near'] as const
export type EventName = (typeof EVENTS)[number]

/** How people and programs are told; `push`, `sms` and `whatsapp` are sent by features. */
export const CHANNELS = ['mail', 'notice', 'push', 'sms', 'whatsapp', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]
/** Those that the engine itself sends. */
export const OWN_CHANNELS: readonly Channel[] = ['mail', 'notice', 'webhook']

/** Who is told: whom a field of the record names, an address, or the people of a role who may see the record. */
export type Recipient =
  | { readonly kind: 'person'; readonly path: readonly string[] }
  | { readonly kind: 'email'; readonly path: readonly string[] }
  | { readonly kind: 'address'; readonly address: string }
  /** By its name in metadata, by its id in the catalogue of alerts. */
  | { readonly kind: 'role'; readonly role: string | number }

/** A day beside a date of the record. */
export interface Near {
  readonly field: string
  readonly days: number
}

/** More days than these are no warning any more. */
export const MAX_NEAR_DAYS = 730

/** What happens when a record of a catalogue is made, changed, removed or moved. */
export interface Effect {
  readonly id: string
  readonly event: EventName
  /** The move of the entity's flow. */
  readonly move?: string
  /** Of `near`: the date, and how many days before it; negative: after it. */
  readonly near?: Near
  /** Of a change: at least one of these. */
  readonly fields?: readonly string[]
  /** Asked of the record as it is after the event. */
  readonly when?: Rule
  readonly channel: Channel
  readonly to: readonly Recipient[]
  readonly subject?: Template
  readonly body?: Template
  /** Of a notice: the path below the record's page that it leads to. */
  readonly below?: string
  /** Of a notice: what programs call the action that opens it. */
  readonly action?: string
  /** Key of the endpoint that is called. */
  readonly webhook?: string
}
