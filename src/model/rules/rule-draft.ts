import { isObject, type Json, type JsonObject } from '../json'
import { isLength, lengthOf } from './now-length'

/** What a comparison asks, in the words of people: those of rules, and those of dates that go by the present. */
const QUESTIONS = [
  'eq',
  'ne',
  'in',
  'nin',
  'contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'next',
  'last',
  'past',
  'to_come',
  'later',
  'older',
  'filled',
  'empty',
] as const
export type RuleQuestion = (typeof QUESTIONS)[number]

/** A condition while it is put together: a group of comparisons and of further groups. */
export interface RuleGroup {
  readonly kind: 'group'
  readonly join: 'all' | 'any'
  readonly parts: readonly RulePart[]
}
export interface RuleComparison {
  readonly kind: 'comparison'
  /** `state`, `id_vehicle.plate`; empty: not chosen yet. */
  readonly field: string
  readonly ask: RuleQuestion
  /** Null where nothing is compared, or nothing is chosen yet; of a length of time, as rules write it: `30d`. */
  readonly value: Json
  /** The catalogue has no such field, or the field cannot be compared with the value. */
  readonly isWrong?: true
}
/** What the words above do not say, kept as it is. */
interface RuleOther {
  readonly kind: 'other'
  readonly rule: JsonObject
}
export type RulePart = RuleGroup | RuleComparison | RuleOther

/** Stands where something is not chosen yet: no value may have it, so a rule with it is refused at its field. */
export const UNFINISHED = '\u0000'

/** Whether a rule of the condition builder is incomplete: somebody still has to choose a part of it. */
export const isUnfinished = (rule: Json): boolean =>
  JSON.stringify(rule).includes(JSON.stringify(UNFINISHED).slice(1, -1))

export const EMPTY_COMPARISON: RuleComparison = { kind: 'comparison', field: '', ask: 'eq', value: null }

/** Questions that compare with nothing that is written. */
export const asksAlone = (ask: RuleQuestion): boolean =>
  ask === 'filled' || ask === 'empty' || ask === 'past' || ask === 'to_come'
/** Questions that take a length of time. */
export const asksLength = (ask: RuleQuestion): boolean =>
  ask === 'next' || ask === 'last' || ask === 'later' || ask === 'older'
/** Questions that take several values. */
export const asksSeveral = (ask: RuleQuestion): boolean => ask === 'in' || ask === 'nin'

/** The written form of a rule as it is put together. */
export function ruleDraftOf(rule: Json): RuleGroup {
  if (rule === null || !isObject(rule)) return { kind: 'group', join: 'all', parts: [] }
  const part = partOf(rule)
  return part.kind === 'group' ? part : { kind: 'group', join: 'all', parts: [part] }
}

/** What a draft says, in the written form of rules; null: nothing. */
export function ruleOf({ join, parts }: RuleGroup): Json {
  const rules = parts.map(writtenPart)
  if (rules.length <= 1) return rules[0] ?? null
  return { [join]: rules }
}

/** The draft with each of its comparisons judged anew: over another catalogue, fields may be lacking. */
export function judged(group: RuleGroup, isWrong: (comparison: RuleComparison) => boolean): RuleGroup {
  return {
    ...group,
    parts: group.parts.map((part) => {
      if (part.kind === 'group') return judged(part, isWrong)
      if (part.kind === 'other' || part.field === '') return part
      const { field, ask, value } = part
      return { kind: 'comparison', field, ask, value, ...(isWrong(part) && { isWrong: true as const }) }
    }),
  }
}

function partOf(rule: JsonObject): RulePart {
  const entries = Object.entries(rule)
  const parts = entries.flatMap(([key, value]) => partsOf(key, value))
  const [only] = parts
  return parts.length === 1 && only ? only : { kind: 'group', join: 'all', parts }
}

function partsOf(key: string, value: Json): readonly RulePart[] {
  const other: RuleOther = { kind: 'other', rule: { [key]: value } }
  if (key === 'not') return [other]
  if (key === 'all' || key === 'any') {
    if (!Array.isArray(value) || !value.every((one: Json) => isObject(one))) return [other]
    return [{ kind: 'group', join: key, parts: (value as readonly JsonObject[]).map(partOf) }]
  }
  if (!isObject(value) || isOutside(key)) return [other]
  const field = key.replace(UNFINISHED, '')
  const wrong = field !== '' && field !== key ? { isWrong: true as const } : {}
  const span = spanOf(value)
  if (span) return [{ kind: 'comparison', field, ...span, ...wrong }]
  const asked = Object.entries(value).map(([op, operand]) => asComparison(field, op, operand))
  return asked.length > 0 && asked.every((one) => one !== null) ? asked.map((one) => ({ ...one, ...wrong })) : [other]
}

/** Facts of the user and settings are no fields of the record. */
const isOutside = (key: string): boolean => key.startsWith('user.') || key.startsWith('setting.')

function asComparison(field: string, op: string, operand: Json): RuleComparison | null {
  const compared = (ask: RuleQuestion, value: Json): RuleComparison => ({ kind: 'comparison', field, ask, value })
  if (op === 'isNull') return typeof operand === 'boolean' ? compared(operand ? 'empty' : 'filled', null) : null
  const ask = QUESTIONS.find((one) => one === op)
  if (ask === undefined || asksAlone(ask)) return null
  const value = operand === UNFINISHED ? null : operand
  if (asksLength(ask)) return value === null ? compared(ask, null) : null
  if (isObject(value)) {
    const length = lengthOf(value)
    if (length === null) return null
    if (op !== 'lt' && op !== 'gt') return null
    if (length === 0) return compared(op === 'lt' ? 'past' : 'to_come', null)
    if (op === 'lt') return length < 0 ? compared('older', writtenLength(value)) : null
    return length > 0 ? compared('later', writtenLength(value)) : null
  }
  if (Array.isArray(value) && value.length === 0) return null
  return Array.isArray(value) === asksSeveral(ask) || value === null ? compared(ask, value) : null
}

/** `gte now` with `lte in 30 days`, and the same backwards. */
function spanOf(value: JsonObject): Pick<RuleComparison, 'ask' | 'value'> | null {
  const { gte, lte } = value
  if (Object.keys(value).length !== 2 || !isObject(gte ?? null) || !isObject(lte ?? null)) return null
  const [from, to] = [lengthOf(gte as JsonObject), lengthOf(lte as JsonObject)]
  if (from === 0 && to !== null && to > 0) return { ask: 'next', value: writtenLength(lte as JsonObject) }
  return to === 0 && from !== null && from < 0 ? { ask: 'last', value: writtenLength(gte as JsonObject) } : null
}

/** `30d` of `{ now: '-30d' }`. */
const writtenLength = ({ now }: JsonObject): string => String(now).replace(/^[+-]/, '')

function writtenPart(part: RulePart): JsonObject {
  if (part.kind === 'other') return part.rule
  if (part.kind === 'group') return (ruleOf(part) ?? { [UNFINISHED]: { eq: UNFINISHED } }) as JsonObject
  const { field, ask, value, isWrong } = part
  return { [field === '' || isWrong ? `${field}${UNFINISHED}` : field]: writtenQuestion(ask, value) }
}

function writtenQuestion(ask: RuleQuestion, value: Json): JsonObject {
  if (ask === 'filled' || ask === 'empty') return { isNull: ask === 'empty' }
  if (ask === 'past') return { lt: { now: '0d' } }
  if (ask === 'to_come') return { gt: { now: '0d' } }
  if (asksLength(ask)) {
    if (!isLength(value)) return { [ask]: UNFINISHED }
    if (ask === 'next') return { gte: { now: '0d' }, lte: { now: `+${value}` } }
    if (ask === 'last') return { gte: { now: `-${value}` }, lte: { now: '0d' } }
    return ask === 'later' ? { gt: { now: `+${value}` } } : { lt: { now: `-${value}` } }
  }
  const isMissing = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return { [ask]: isMissing ? UNFINISHED : value }
}
