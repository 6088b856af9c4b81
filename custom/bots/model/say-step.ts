import { asks, type FlowStep } from './flow'
import { CHANNEL_LIMITS } from './limits'
import type { BotAround, BotEvent, BotSay, Value } from './talk'
import { filledText } from './texts'

/** Characters of an answer that are kept. */
const MAX_INPUT = 1000

/** What a step says, with its buttons where it has some; null: nothing. */
export function sayOf(
  text: string | null,
  step: FlowStep,
  vars: { readonly [name: string]: Value },
  around: BotAround,
): BotSay | null {
  const words = filledText(text ?? '', vars, around)
  const isOption = step.type === '4' && step.validation_type === 'option'
  if (!asks(step) && !isOption) return words.trim() === '' ? null : { text: words }
  const buttons = step.childs.map(({ id, title }) => ({ id: String(id), title: (title ?? '').trim() }))
  const isList = step.message_type === '2' || buttons.length > CHANNEL_LIMITS[around.channel].buttons
  return { text: words, buttons, ...(isList && { list: step.message_action_button?.trim() || around.say('options') }) }
}

/** What the person did, as the path has it. */
export function personInput(event: BotEvent): string {
  const text =
    event.type === 'text'
      ? event.text
      : event.type === 'choice'
        ? (event.title ?? event.id)
        : event.type === 'place'
          ? (event.address ?? `${event.lat}, ${event.lng}`)
          : event.type === 'file'
            ? (event.name ?? '')
            : ''
  return text.slice(0, MAX_INPUT)
}
