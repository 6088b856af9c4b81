import { AppError } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { EffectType, Value } from '../../model'
import type { BotChat } from '../chat-port'
import type { Memory } from '../session-store'

type Vars = { readonly [name: string]: Value }
export type Queued = Exclude<EffectType, 'human' | 'close'>

/** What an action is about. Nothing of it is locked while it runs. */
export interface ActionContext {
  /** As the bot's operator, with the rights that they have now. */
  readonly call: CallContext
  /** The same at every try. */
  readonly key: string
  readonly chat: BotChat
  readonly bot: {
    readonly id: number
    readonly id_product: number | null
    readonly near: readonly [number, number] | null
    readonly zone: string
  }
  readonly vars: Vars
  readonly quote: Memory['quote']
  readonly text?: string
  readonly point?: { readonly lat: number; readonly lng: number }
  readonly url?: string
}

/** What came of it: variables for the flow, words of its own, and what the session keeps to itself. */
export interface Result {
  readonly ok: boolean
  readonly vars?: Vars
  readonly note?: string
  readonly quote?: Memory['quote']
  /** The service that was made. */
  readonly id_service?: number
}

export type RunAction = (asked: ActionContext) => Promise<Result>

/** Variables that say why something was not done. */
export const failed = (problem: string): Result => ({ ok: false, vars: { problem }, note: problem })

/** The sentence of an error that people can do something about; anything else is thrown on, and tried again. */
export function speakableProblem({ say }: Pick<CallContext, 'say'>, cause: unknown): string {
  if (!(cause instanceof AppError) || cause.code === 'UNAVAILABLE' || cause.code === 'INTERNAL') throw cause
  const [first] = Object.values(cause.errors)
  return first ? say(`validation.${first.key}`, first.params) : say(cause.say, cause.params)
}

/** @throws {AppError} FORBIDDEN where the bot's operator may not do this at the console */
export function assertRight({ actor }: CallContext, module: string, right: 'see' | 'edit'): void {
  if (!actor.rights[module]?.[right]) throw new AppError('FORBIDDEN')
}
