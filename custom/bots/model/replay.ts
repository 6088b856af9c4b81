import { advance } from './advance'
import type { BotAction, BotFlow } from './flow'
import {
  type BotAround,
  type BotEvent,
  type EffectType,
  newSession,
  type BotSession,
  type Trace,
  type Value,
} from './talk'

/** Actions that one message leads to at most; more is a circle. */
const MAX_ACTIONS = 10
/** Characters of an answer that are shown, masked. */
const MAX_SHOWN = 40

/** What happened to a past conversation from outside: what the person did, and how each action ended. */
export interface PastTalk {
  readonly heard: readonly BotEvent[]
  readonly outcomes: readonly { readonly type: EffectType; readonly ok: boolean }[]
}

/** A line of a past path as it was kept; `turn` counts what happened from 0. */
export interface PastTrace extends Omit<Trace, 'input' | 'note'> {
  readonly turn: number
  readonly input: string | null
  readonly note: string | null
}

/** What a person did and how actions ended, read from the path that it led to. @param traces in their order */
export function talkOf(traces: readonly PastTrace[]): PastTalk {
  const heard: BotEvent[] = []
  const outcomes: { type: EffectType; ok: boolean }[] = []
  let acting: EffectType | null = null
  let turn: number | null = null
  for (const [n, { turn: at, exit, input, note }] of traces.entries()) {
    const isLast = traces[n + 1]?.turn !== at
    if (at !== turn) {
      turn = at
      // What was written while an action was under way was not heard.
      if (exit === 'busy') continue
      if (acting !== null) outcomes.push({ type: acting, ok: exit === 'positive' })
      else if (heard.length === 0) heard.push({ type: 'start' })
      else if (note === 'timeout') heard.push({ type: 'timeout' })
      else heard.push(answerOf(exit, input))
      acting = null
    }
    if (isLast && exit.startsWith('act:') && exit !== 'act:human' && exit !== 'act:close')
      acting = exit.slice('act:'.length) as BotAction | 'geocode'
  }
  return { heard, outcomes }
}

function answerOf(exit: string, input: string | null): BotEvent {
  if (exit.startsWith('child:')) return { type: 'choice', id: exit.slice('child:'.length), title: input ?? '' }
  return input === null || input === '' ? { type: 'file' } : { type: 'text', text: input }
}

interface Kept {
  /** What was known when it began. */
  readonly begin: BotSession['vars']
  /** What its actions found. */
  readonly found: { readonly [name: string]: Value }
}

/**
 * The path that a past conversation takes through a flow. Nothing is carried out: each action ends as it did then, one
 * that was not done then goes well.
 */
export function replay(
  flow: BotFlow,
  { heard, outcomes }: PastTalk,
  { begin, found }: Kept,
  around: BotAround,
): readonly Trace[] {
  const path: Trace[] = []
  const left = [...outcomes]
  let session = newSession(begin)
  const resultOf = (type: EffectType, text = ''): BotEvent => {
    const at = left.findIndex((one) => one.type === type)
    const ok = at === -1 || (left.splice(at, 1)[0]?.ok ?? true)
    return { type: 'result', ok, vars: type === 'geocode' ? { place: { lat: 0, lng: 0, address: text } } : found }
  }
  for (const event of heard) {
    if (session.state === 'human' || session.state === 'over') break
    let next: BotEvent | null = event
    for (let n = 0; next !== null && n <= MAX_ACTIONS; n++) {
      const turn = advance(flow, session, next, around)
      session = turn.session
      path.push(...turn.trace)
      const asked = turn.effects.find(({ type }) => type !== 'human' && type !== 'close')
      next = asked ? resultOf(asked.type, asked.text) : null
    }
  }
  return path
}

const kindOf = (exit: string): string => (exit.startsWith('child:') ? 'child' : exit)

/** Where two paths part; null: they are the same. Buttons are known by where they lead. */
export function partsAt(before: readonly Trace[], after: readonly Trace[]): number | null {
  for (let n = 0; n < Math.max(before.length, after.length); n++) {
    const [one, other] = [before[n], after[n]]
    if (!one || !other || one.step !== other.step || kindOf(one.exit) !== kindOf(other.exit)) return n
  }
  return null
}

/**
 * What was said, so that nobody can read it: letters and digits are replaced, and buttons, the flow's own words, are
 * kept.
 */
export const masked = ({ heard }: PastTalk): readonly string[] =>
  heard.flatMap((event) => {
    if (event.type === 'choice') return event.title ? [event.title] : []
    if (event.type !== 'text') return []
    return [
      event.text
        .replace(/[\p{L}\p{M}]/gu, 'x')
        .replace(/\p{N}/gu, '0')
        .slice(0, MAX_SHOWN),
    ]
  })
