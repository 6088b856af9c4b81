import { endsThere, type BotFlow, type FlowStep, TRIES, waits } from './flow'
import { isMet } from './conditions'
import { CHANNEL_LIMITS } from './limits'
import { personInput, sayOf } from './say-step'
import type { Advanced, BotAround, BotEvent, BotWord, BotEffect, BotSay, BotSession, Trace, Value } from './talk'
import { chosen, judge } from './validate-answer'

/** Most steps of one turn; then a person answers. */
export const MAX_TURN_STEPS = 50
/** A step that is reached so often since the person last wrote goes in a circle. */
export const MAX_VISITS = 3

/**
 * One turn of a conversation: what a bot says and does when something happens. Nothing is read or written; whoever
 * calls it keeps the session, sends what is said and carries out the effects. An action's result comes back as an event
 * `result`.
 */
export function advance(flow: BotFlow, session: BotSession, event: BotEvent, around: BotAround): Advanced {
  return new Turn(flow, session, around).take(event)
}

class Turn {
  readonly #steps: ReadonlyMap<number, FlowStep>
  readonly #flow: BotFlow
  readonly #around: BotAround
  #session: BotSession
  readonly #says: BotSay[] = []
  readonly #effects: BotEffect[] = []
  readonly #trace: Trace[] = []
  #count = 0

  constructor(flow: BotFlow, session: BotSession, around: BotAround) {
    this.#flow = flow
    this.#steps = new Map(flow.steps.map((step) => [step.id, step]))
    this.#session = session
    this.#around = around
  }

  take(event: BotEvent): Advanced {
    const { state, step: id } = this.#session
    const step = id === null ? undefined : this.#steps.get(id)
    // A person answers: the bot is silent until it is given the conversation back.
    if (state === 'human') return this.#done()
    if (event.type !== 'result' && event.type !== 'timeout') this.#hear(event)
    if (state === 'new' || state === 'over') this.#begin(event)
    else if (!step) this.#handOver(id ?? 0, 'lost')
    else if (state === 'acting') this.#acted(step, event)
    else this.#answered(step, event)
    return this.#done()
  }

  #done(): Advanced {
    return { session: this.#session, says: this.#says, effects: this.#effects, trace: this.#trace }
  }

  #put(change: Partial<BotSession>): void {
    this.#session = { ...this.#session, ...change }
  }

  /**
   * What the person wrote is a variable, and a circle is counted anew. While an action is under way nothing is heard.
   */
  #hear(event: BotEvent): void {
    if (this.#session.state === 'acting') return
    const text = event.type === 'text' ? event.text : event.type === 'choice' ? event.title : undefined
    this.#put({
      visits: {},
      ...(text !== undefined && { vars: { ...this.#session.vars, message: text.slice(0, 500) } }),
    })
  }

  /** The first message opens the conversation and answers nothing. */
  #begin(event: BotEvent): void {
    if (event.type === 'timeout' || event.type === 'result') return
    this.#put({ tries: 0, visits: {} })
    this.#walk(this.#flow.first, this.#flow.first ?? 0)
  }

  #answered(step: FlowStep, event: BotEvent): void {
    if (event.type === 'result') return
    if (event.type === 'timeout') {
      const to = step.type === '1' || step.type === '4' ? step.id_bot_step_default : null
      this.#leave(step, to === null ? 'end' : 'default', { note: 'timeout' })
      return to === null ? this.#end() : this.#walk(to, step.id)
    }
    if (event.type === 'start') return void this.#ask(step)
    if (step.type === '1') this.#pressed(step, event)
    else if (step.type === '4') this.#judged(step, event)
    else {
      const text = event.type === 'file' ? '' : personInput(event).trim()
      if (text === '' && step.type === '5') return this.#missed(step, 'text_only', event)
      if (step.type === '5' && step.variable !== null)
        this.#keep({
          [step.variable]: event.type === 'place' ? { lat: event.lat, lng: event.lng, address: text } : text,
        })
      this.#leave(step, 'next', { input: text })
      this.#walk(step.id_bot_step_next, step.id)
    }
  }

  #pressed(step: FlowStep, event: BotEvent): void {
    const child = chosen(step.childs, event)
    if (!child) return this.#missed(step, 'choose', event)
    if (step.variable !== null) this.#keep({ [step.variable]: child.title ?? '' })
    this.#leave(step, `child:${child.id}`, { input: child.title ?? '' })
    this.#walk(child.id_bot_step ?? step.id_bot_step_next, step.id)
  }

  #judged(step: FlowStep, event: BotEvent): void {
    const found = judge(step, event, this.#around)
    if ('wrong' in found) return this.#missed(step, found.wrong, event)
    if ('lookUp' in found) {
      this.#effects.push({ type: 'geocode', step: step.id, ...found.lookUp })
      this.#leave(step, 'act:geocode', { input: personInput(event) })
      return this.#put({ state: 'acting', acting: 'geocode' })
    }
    if (step.variable !== null) this.#keep({ [step.variable]: found.value })
    this.#leave(step, 'positive', { input: personInput(event) })
    this.#walk(step.id_bot_step_positive, step.id)
  }

  /**
   * An answer that does not fit: asked again, and after some tries it goes on by default; without one a person answers.
   */
  #missed(step: FlowStep, word: BotWord, event: BotEvent | null): void {
    const tries = this.#session.tries + 1
    const input = event === null ? '' : personInput(event)
    if (tries < (step.tries ?? TRIES)) {
      this.#leave(step, 'again', { input, note: word })
      this.#put({ tries, state: 'waiting', acting: null })
      const own = step.error_text?.trim() ? step.error_text : null
      return this.#say(own ?? this.#around.say(word), step)
    }
    if (step.id_bot_step_default === null) return this.#handOver(step.id, 'tries', input)
    this.#leave(step, 'default', { input, note: 'tries' })
    this.#walk(step.id_bot_step_default, step.id)
  }

  #acted(step: FlowStep, event: BotEvent): void {
    if (event.type !== 'result' && event.type !== 'timeout') {
      this.#leave(step, 'busy', { input: personInput(event) })
      return
    }
    const { ok = false, vars = {}, says = [], note = event.type } = event.type === 'result' ? event : {}
    const isPlace = this.#session.acting === 'geocode'
    for (const text of says) this.#says.push({ text: text.slice(0, CHANNEL_LIMITS[this.#around.channel].text) })
    if (isPlace) {
      if (!ok) return this.#missed(step, 'address', null)
      this.#keep(step.variable !== null && vars['place'] !== undefined ? { [step.variable]: vars['place'] } : {})
    } else this.#keep(vars)
    this.#leave(step, ok ? 'positive' : 'default', { note })
    this.#put({ acting: null })
    this.#walk(ok ? step.id_bot_step_positive : step.id_bot_step_default, step.id)
  }

  /** Goes from step to step until one waits, acts or ends. */
  #walk(first: number | null, from: number): void {
    let id = first
    while (id !== null) {
      const step = this.#steps.get(id)
      if (!step) return this.#handOver(from, 'lost')
      const visits = (this.#session.visits[id] ?? 0) + 1
      this.#count += 1
      this.#put({ step: id, tries: 0, visits: { ...this.#session.visits, [id]: visits } })
      if (visits >= MAX_VISITS) return this.#handOver(id, 'circle')
      if (this.#count > MAX_TURN_STEPS) return this.#handOver(id, 'too_many_steps')
      const next = this.#pass(step)
      if (next === 'stays') return
      from = id
      id = next
    }
    this.#end()
  }

  /** @returns the step that follows, null where the conversation ends */
  #pass(step: FlowStep): number | null | 'stays' {
    if (waits(step)) return this.#ask(step)
    if (step.type === '8') return this.#act(step)
    if (step.type === '6') {
      const child = step.childs.find((one) => isMet(one, this.#session.vars, this.#around))
      return child
        ? this.#exit(step, `child:${child.id}`, child.id_bot_step)
        : this.#exit(step, 'default', step.id_bot_step_default)
    }
    if (step.type === '1') this.#say(step.message_text, step)
    return this.#exit(step, 'next', step.id_bot_step_next)
  }

  #ask(step: FlowStep): 'stays' {
    this.#say(step.message_text, step)
    this.#leave(step, 'wait')
    this.#put({ state: 'waiting', acting: null, minutes_wait: step.minutes_wait })
    return 'stays'
  }

  #act(step: FlowStep): 'stays' {
    const type = step.action_type
    if (type === null) {
      this.#handOver(step.id, 'lost')
      return 'stays'
    }
    if ((step.message_text ?? '').trim() !== '') this.#say(step.message_text, step)
    this.#effects.push({ type, step: step.id, ...(type === 'webhook' && { url: step.action_url ?? '' }) })
    this.#leave(step, `act:${type}`)
    if (endsThere(step)) this.#put({ state: type === 'human' ? 'human' : 'over', step: null, acting: null })
    else this.#put({ state: 'acting', acting: type })
    return 'stays'
  }

  #exit(step: FlowStep, exit: string, to: number | null): number | null {
    this.#leave(step, exit)
    return to
  }

  #end(): void {
    this.#put({ state: 'over', step: null, acting: null })
  }

  /** The bot does not know on: a person answers from here. */
  #handOver(step: number, note: string, input?: string): void {
    this.#trace.push({ step, exit: 'human', note, ...(input !== undefined && { input }) })
    this.#says.push({ text: this.#around.say('human') })
    this.#effects.push({ type: 'human', step })
    this.#put({ state: 'human', step: null, acting: null })
  }

  #keep(vars: { readonly [name: string]: Value }): void {
    this.#put({ vars: { ...this.#session.vars, ...vars } })
  }

  #leave({ id }: FlowStep, exit: string, more: { readonly input?: string; readonly note?: string } = {}): void {
    this.#trace.push({ step: id, exit, ...more })
  }

  #say(text: string | null, step: FlowStep): void {
    const say = sayOf(text, step, this.#session.vars, this.#around)
    if (say) this.#says.push(say)
  }
}
