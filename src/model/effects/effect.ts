import type { Rule } from '../rules/rule'
import type { Template } from './template'

/** What every entity tells of its records. */
export const EVENTS = ['created', 'changed', 'removed', 'moved'] as const
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

/** What happens when a record of a catalogue is made, changed, removed or moved. */
export interface Effect {
  readonly id: string
  readonly event: EventName
  /** The move of the entity's flow. */
  readonly move?: string
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
