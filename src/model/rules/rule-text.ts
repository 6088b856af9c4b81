import type { Operator, Rule, RuleValue } from './rule'
import { operandText, ruleSentence, type RuleWords } from './rule-sentence'

type Now = Extract<RuleValue, { kind: 'now' }>

/** Words for days and moments, in place of those for numbers. */
const DATED: { readonly [op: string]: string | undefined } = { lt: 'before', lte: 'until', gt: 'after', gte: 'since' }
const PRESENT: { readonly [op: string]: string | undefined } = {
  lt: 'past',
  lte: 'reached',
  gt: 'to_come',
  gte: 'not_past',
}
const AHEAD: { readonly [op: string]: string | undefined } = { gt: 'later', gte: 'later_or', lte: 'by', lt: 'by' }
const AGO: { readonly [op: string]: string | undefined } = { lt: 'older', lte: 'older_or', gt: 'newer', gte: 'newer' }

const isPresent = ({ offset_s, years = 0 }: Now): boolean => offset_s === 0 && years === 0
const isAhead = ({ offset_s, years = 0 }: Now): boolean => offset_s > 0 || years > 0

/** A rule as people say it, dates too: `ya pasó`, `pasó hace más de 3 días`, `cae en un plazo de 30 días`. */
export function ruleText(rule: Rule, words: RuleWords): string {
  if ('all' in rule) return spanSentence(rule.all, words) ?? joined(rule.all, 'and', words)
  if ('any' in rule) return joined(rule.any, 'or', words)
  if ('not' in rule) return words.word('not', { rule: grouped(rule.not, words) })
  return dateSentence(rule, words) ?? ruleSentence(rule, words)
}

function joined(rules: readonly Rule[], key: 'and' | 'or', words: RuleWords): string {
  const [first, ...rest] = rules.map((rule) => (rules.length > 1 ? grouped(rule, words) : ruleText(rule, words)))
  if (first === undefined) return ruleSentence(key === 'and' ? { all: [] } : { any: [] }, words)
  return rest.reduce((left, right) => words.word(key, { left, right }), first)
}

/** Brackets around several joined conditions that are not one sentence. */
function grouped(rule: Rule, words: RuleWords): string {
  const parts = 'all' in rule ? rule.all : 'any' in rule ? rule.any : []
  const text = ruleText(rule, words)
  const isOne = parts.length <= 1 || ('all' in rule && spanSentence(rule.all, words) !== null)
  return isOne ? text : words.word('group', { rule: text })
}

function dateSentence({ operand, op, value }: Extract<Rule, { op: Operator }>, words: RuleWords): string | null {
  if (words.hides?.(operand)) return null
  if (value.kind === 'now') return nowSentence(operandText(operand, words), op, value, words)
  if (value.kind !== 'literal') return null
  const word = words.isDated?.(operand) ? DATED[op] : undefined
  if (word === undefined) return null
  const compared = words.literal?.(operand, value.value) ?? String(value.value)
  return words.word(word, { operand: operandText(operand, words), value: compared })
}

function nowSentence(operand: string, op: Operator, now: Now, words: RuleWords): string | null {
  const word = isPresent(now) ? PRESENT[op] : (isAhead(now) ? AHEAD : AGO)[op]
  return word === undefined ? null : words.word(word, { operand, time: lengthText(now, words) })
}

/** `gte now` beside `lte in 30 days` are one sentence. */
function spanSentence(rules: readonly Rule[], words: RuleWords): string | null {
  const [first, second, ...more] = rules
  if (!first || !second || more.length > 0 || !('op' in first) || !('op' in second)) return null
  const [from, to] = first.op === 'gte' ? [first, second] : [second, first]
  const isOne = from.op === 'gte' && to.op === 'lte' && JSON.stringify(from.operand) === JSON.stringify(to.operand)
  if (!isOne || words.hides?.(from.operand) || from.value.kind !== 'now' || to.value.kind !== 'now') return null
  const operand = operandText(from.operand, words)
  if (isPresent(from.value) && isAhead(to.value)) {
    return words.word('next', { operand, time: lengthText(to.value, words) })
  }
  if (!isPresent(to.value) || isPresent(from.value) || isAhead(from.value)) return null
  return words.word('last', { operand, time: lengthText(from.value, words) })
}

/** The largest unit that divides a distance without a remainder. */
const UNITS: readonly (readonly [key: string, seconds: number])[] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
]

/** How far away it is, in either direction: `30 días`. */
function lengthText({ offset_s, years = 0 }: Now, words: RuleWords): string {
  if (years !== 0) return words.word('years', { smart_count: Math.abs(years) })
  const distance_s = Math.abs(offset_s)
  const [key, unit_s] = UNITS.find(([, seconds]) => distance_s % seconds === 0) ?? ['minutes', 60]
  return words.word(key, { smart_count: Math.round(distance_s / unit_s) })
}
