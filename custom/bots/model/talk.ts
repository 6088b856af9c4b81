import type { NumberStyle } from '#engine/model'
import type { BotAction, BotChannel } from './flow'

/** A place that the person named or shared. */
export interface SpokenPlace {
  readonly lat: number
  readonly lng: number
  readonly address: string
}

export type Value = string | number | SpokenPlace

/** What a conversation with a bot remembers. */
export interface BotSession {
  /** Step at which it stands; null: before the first. */
  readonly step: number | null
  /** `acting`: an action is under way, whose result comes as an event. `human`: a person answers. */
  readonly state: 'new' | 'waiting' | 'acting' | 'human' | 'over'
  readonly vars: { readonly [name: string]: Value }
  /** Answers to the present question that did not fit. */
  readonly tries: number
  /** How often each step was reached since the person last wrote. */
  readonly visits: { readonly [step: string]: number }
  /** Minutes until the question is given up; null: those of the bot. */
  readonly minutes_wait: number | null
  /** What is under way, while `acting`. */
  readonly acting: EffectType | null
}

export const newSession = (vars: BotSession['vars'] = {}): BotSession => ({
  step: null,
  state: 'new',
  vars,
  tries: 0,
  visits: {},
  minutes_wait: null,
  acting: null,
})

/** Something that happens to a conversation. A `choice` is the press of a button, by the id that a `Say` gave it. */
export type BotEvent =
  | { readonly type: 'start' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'choice'; readonly id: string; readonly title?: string }
  | { readonly type: 'place'; readonly lat: number; readonly lng: number; readonly address?: string }
  | { readonly type: 'file'; readonly name?: string }
  | { readonly type: 'timeout' }
  /** `says`: words of the action's own (why a booking was refused), said before the flow goes on. */
  | {
      readonly type: 'result'
      readonly ok: boolean
      readonly vars?: BotSession['vars']
      readonly says?: readonly string[]
      readonly note?: string
    }

/**
 * One message of the bot, plain text. `list`: the buttons stand behind one that says this, where the channel has lists.
 */
export interface BotSay {
  readonly text: string
  readonly buttons?: readonly { readonly id: string; readonly title: string }[]
  readonly list?: string
}

export type EffectType = BotAction | 'geocode'
/** What the server does: at once for `human` and `close`, else with a `result` later. */
export interface BotEffect {
  readonly type: EffectType
  readonly step: number
  readonly url?: string
  /** Of `geocode`: what the person wrote, or where they are. */
  readonly text?: string
  readonly point?: { readonly lat: number; readonly lng: number }
}

/** One step of the path: how it was left, and by what. */
export interface Trace {
  readonly step: number
  /** `next`, `positive`, `default`, `child:<id>`, `wait`, `again`, `act:<effect>`, `end`, `human`, `lost`. */
  readonly exit: string
  readonly input?: string
  readonly note?: string
}

/** What stands around a conversation, so that `advance` needs no clock and no texts of its own. */
export interface BotAround {
  /** ISO 8601 UTC. */
  readonly now: string
  /** IANA name. */
  readonly zone: string
  readonly channel: BotChannel
  /** Signs that the company writes numbers with. */
  readonly numbers: NumberStyle
  /** A sentence of the program in the bot's language, by its key below `bots.words`. */
  readonly say: (key: BotWord, params?: { readonly [name: string]: string | number }) => string
}

export type BotWord =
  | 'choose'
  | 'phone'
  | 'email'
  | 'number'
  | 'date'
  | 'option'
  | 'address'
  | 'pattern'
  | 'human'
  | 'options'
  | 'text_only'

export interface Advanced {
  readonly session: BotSession
  readonly says: readonly BotSay[]
  readonly effects: readonly BotEffect[]
  readonly trace: readonly Trace[]
}
