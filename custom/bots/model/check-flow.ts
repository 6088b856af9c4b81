import { fold, readPattern } from '#engine/model'
import { asks, type BotChannel, endsThere, stepExits, type BotFlow, type FlowStep, waits } from './flow'
import { CHANNEL_LIMITS } from './limits'
import { BUILT_IN, variablesOfText } from './texts'

/** What is wrong with a flow. A `grave` one refuses its publication; `field`: where the step's form has it. */
export interface FlowError {
  readonly step?: number
  readonly child?: number
  readonly field?: string
  readonly code: FlowCode
  readonly args: { readonly [name: string]: string | number }
  readonly grave: boolean
}

export type FlowCode =
  | 'no_first'
  | 'too_many_steps'
  | 'unreachable'
  | 'no_text'
  | 'no_target'
  | 'no_default'
  | 'no_options'
  | 'no_title'
  | 'same_title'
  | 'no_source'
  | 'no_validation'
  | 'no_action'
  | 'no_url'
  | 'bad_pattern'
  | 'unknown_target'
  | 'cycle'
  | 'no_end'
  | 'text_long'
  | 'buttons_many'
  | 'title_long'
  | 'unknown_variable'
  | 'no_variable'
  | 'no_places'

/** Most steps of a flow that is published. */
export const MAX_STEPS = 1000

/** Variables that the server gives every conversation, and those that actions set. */
const GIVEN = [
  ...BUILT_IN,
  'name',
  'phone',
  'client',
  'message',
  'price',
  'price_amount',
  'minutes',
  'distance',
  'product',
  'service',
  'driver',
  'vehicle',
  'plate',
  'state',
  'eta',
  'street',
  'problem',
]

/** All that is wrong with a draft, step by step in their order, for the editor and before publishing. */
export function checkFlow(flow: BotFlow, channel: BotChannel): readonly FlowError[] {
  const ids = new Set(flow.steps.map(({ id }) => id))
  const known = new Set([...GIVEN, ...flow.steps.flatMap(({ variable }) => variable ?? [])])
  // What a web address answers becomes variables of names that nobody knows before.
  const open = flow.steps.some(({ action_type }) => action_type === 'webhook')
  const whole: FlowError[] = []
  if (flow.first === null || !ids.has(flow.first)) whole.push({ code: 'no_first', args: {}, grave: true })
  if (flow.steps.length > MAX_STEPS) whole.push({ code: 'too_many_steps', args: { max: MAX_STEPS }, grave: true })
  return [
    ...whole,
    ...flow.steps.flatMap((step) => [
      ...stepErrors(step, ids),
      ...sizeErrors(step, channel),
      ...(open ? [] : variableErrors(step, known)),
    ]),
    ...placeErrors(flow),
    ...pathErrors(flow),
  ]
}

const at = (
  step: FlowStep,
  code: FlowCode,
  field: string,
  more: { args?: FlowError['args']; child?: number; grave?: boolean } = {},
): FlowError => ({
  step: step.id,
  code,
  field,
  args: more.args ?? {},
  grave: more.grave ?? true,
  ...(more.child !== undefined && { child: more.child }),
})

const isEmpty = (text: string | null): boolean => (text ?? '').trim() === ''

/** What a step lacks by its type, and edges to steps that are not there. */
function stepErrors(step: FlowStep, ids: ReadonlySet<number>): readonly FlowError[] {
  const errors: FlowError[] = []
  if (['1', '4', '5'].includes(step.type) && isEmpty(step.message_text))
    errors.push(at(step, 'no_text', 'message_text'))
  if (['2', '3', '5'].includes(step.type) && step.id_bot_step_next === null)
    errors.push(at(step, 'no_target', 'id_bot_step_next'))
  if (step.type === '4' && step.id_bot_step_positive === null)
    errors.push(at(step, 'no_target', 'id_bot_step_positive'))
  if (
    (step.type === '4' || step.type === '6' || (step.type === '8' && !endsThere(step))) &&
    step.id_bot_step_default === null
  )
    errors.push(at(step, 'no_default', 'id_bot_step_default'))
  if (step.type === '4' && step.validation_type === null) errors.push(at(step, 'no_validation', 'validation_type'))
  if (step.type === '4' && step.validation_type === 'pattern') {
    const read = isEmpty(step.validation_pattern) ? { error: '' } : readPattern(step.validation_pattern ?? '')
    if ('error' in read) errors.push(at(step, 'bad_pattern', 'validation_pattern', { args: { why: read.error } }))
  }
  if (step.type === '8' && step.action_type === null) errors.push(at(step, 'no_action', 'action_type'))
  if (step.type === '8' && step.action_type === 'webhook' && isEmpty(step.action_url))
    errors.push(at(step, 'no_url', 'action_url'))
  errors.push(...childErrors(step))
  for (const { to, kind, child } of stepExits(step)) {
    if (to !== null && !ids.has(to))
      errors.push(
        at(step, 'unknown_target', kind === 'child' ? 'childs' : `id_bot_step_${kind}`, {
          ...(child !== undefined && { child }),
        }),
      )
  }
  return errors
}

function childErrors(step: FlowStep): readonly FlowError[] {
  const errors: FlowError[] = []
  const wantsButtons = step.type === '1' && step.message_type !== null && step.message_type !== '0'
  const isOption = step.type === '4' && step.validation_type === 'option'
  if ((wantsButtons || isOption || step.type === '6') && step.childs.length === 0)
    errors.push(at(step, 'no_options', 'childs'))
  const titles = new Set<string>()
  for (const child of step.childs) {
    if (step.type === '6' && isEmpty(child.condition_source))
      errors.push(at(step, 'no_source', 'childs', { child: child.id }))
    if (asks(step) || isOption) {
      const title = fold((child.title ?? '').trim())
      if (title === '') errors.push(at(step, 'no_title', 'childs', { child: child.id }))
      else if (titles.has(title))
        errors.push(at(step, 'same_title', 'childs', { child: child.id, args: { title: child.title ?? '' } }))
      titles.add(title)
    }
    const leads = child.id_bot_step !== null || (asks(step) && step.id_bot_step_next !== null)
    if ((asks(step) || step.type === '6') && !leads) errors.push(at(step, 'no_target', 'childs', { child: child.id }))
  }
  return errors
}

/** What the channel would refuse or cut. */
function sizeErrors(step: FlowStep, channel: BotChannel): readonly FlowError[] {
  const limits = CHANNEL_LIMITS[channel]
  const errors: FlowError[] = []
  for (const field of ['message_text', 'error_text'] as const) {
    const is = (step[field] ?? '').length
    if (is > limits.text) errors.push(at(step, 'text_long', field, { args: { max: limits.text, is } }))
  }
  const isOption = step.type === '4' && step.validation_type === 'option'
  if (!asks(step) && !isOption) return errors
  const isList = isOption ? step.childs.length > limits.buttons : step.message_type === '2'
  const [most, longest] = isList ? [limits.rows, limits.rowTitle] : [limits.buttons, limits.title]
  if (step.childs.length > most) errors.push(at(step, 'buttons_many', 'childs', { args: { max: most } }))
  for (const { id, title } of step.childs) {
    if ((title ?? '').trim().length > longest)
      errors.push(at(step, 'title_long', 'childs', { child: id, args: { max: longest, title: title ?? '' } }))
  }
  return errors
}

function variableErrors(step: FlowStep, known: ReadonlySet<string>): readonly FlowError[] {
  const named = [...variablesOfText(step.message_text ?? ''), ...variablesOfText(step.error_text ?? '')].filter(
    (name) => !known.has(name),
  )
  const asked =
    step.type === '6'
      ? step.childs.flatMap(({ id, condition_source: name }) =>
          name === null || known.has(name) ? [] : [{ id, name }],
        )
      : []
  return [
    ...(step.type === '5' && step.variable === null ? [at(step, 'no_variable', 'variable', { grave: false })] : []),
    ...[...new Set(named)].map((name) =>
      at(step, 'unknown_variable', 'message_text', { args: { name }, grave: false }),
    ),
    ...asked.map(({ id, name }) => at(step, 'unknown_variable', 'childs', { child: id, args: { name }, grave: false })),
  ]
}

/** A price needs places that the geocoder found, in the variables `origin` and `destination`. */
function placeErrors({ steps }: BotFlow): readonly FlowError[] {
  const places = new Set(
    steps.flatMap(({ type, validation_type, variable }) =>
      type === '4' && validation_type === 'address' ? (variable ?? []) : [],
    ),
  )
  const lacking = ['origin', 'destination'].filter((name) => !places.has(name))
  return lacking.length === 0
    ? []
    : steps
        .filter(({ type, action_type }) => type === '8' && (action_type === 'quote' || action_type === 'book'))
        .map((step) => at(step, 'no_places', 'action_type', { args: { names: lacking.join(', ') } }))
}

/** Steps that nobody reaches, circles in which nobody is waited for, and steps from which a conversation never ends. */
function pathErrors({ first, steps }: BotFlow): readonly FlowError[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const out = new Map(
    steps.map((step) => [step.id, stepExits(step).flatMap(({ to }) => (to !== null && byId.has(to) ? [to] : []))]),
  )
  const reached = reach(first === null ? [] : [first], out)
  const errors = steps
    .filter(({ id }) => first !== null && !reached.has(id))
    .map((step) => at(step, 'unreachable', 'name', { grave: false }))
  for (const id of circling(
    steps.filter((step) => !waits(step)),
    out,
  )) {
    const step = byId.get(id)
    if (step) errors.push(at(step, 'cycle', 'name'))
  }
  const back = new Map<number, number[]>()
  for (const [from, targets] of out) for (const to of targets) back.set(to, [...(back.get(to) ?? []), from])
  const ending = reach(
    steps
      .filter((step) => endsThere(step) || stepExits(step).some(({ to, kind }) => to === null && kind !== 'child'))
      .map(({ id }) => id),
    back,
  )
  const endless = steps.find(({ id }) => reached.has(id) && !ending.has(id))
  return endless ? [...errors, at(endless, 'no_end', 'name', { grave: false })] : errors
}

function reach(from: readonly number[], out: ReadonlyMap<number, readonly number[]>): ReadonlySet<number> {
  const seen = new Set(from)
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const to of out.get(id) ?? []) {
      if (seen.has(to)) continue
      seen.add(to)
      open.push(to)
    }
  }
  return seen
}

/** Steps of circles, found by taking away again and again what leads to nothing, or comes from nothing. */
function circling(steps: readonly FlowStep[], out: ReadonlyMap<number, readonly number[]>): readonly number[] {
  let left = new Set(steps.map(({ id }) => id))
  for (;;) {
    const targets = new Set([...left].flatMap((id) => out.get(id) ?? []))
    const kept = new Set([...left].filter((id) => targets.has(id) && (out.get(id) ?? []).some((to) => left.has(to))))
    if (kept.size === left.size) return [...left]
    left = kept
  }
}
