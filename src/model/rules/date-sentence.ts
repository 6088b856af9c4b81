import type { Operator, Rule } from './rule'
import { lengthText, operandText, valueText, type Now, type RuleWords } from './rule-sentence'

/** Words for days and moments, in place of those for numbers. */
const DATED: { readonly [op: string]: string | undefined } = { lt: 'before', lte: 'until', gt: 'after', gte: 'since' }
const PRESENT: { readonly [op: string]: string | undefined } = { lt: 'past', lte: 'reached', gt: 'to_come', gte: 'not_past' }
const AHEAD: { readonly [op: string]: string | undefined } = { gt: 'later', gte: 'later_or', lte: 'by', lt: 'by' }
const AGO: { readonly [op: string]: string | undefined } = { lt: 'older', lte: 'older_or', gt: 'newer', gte: 'newer' }

const isPresent = ({ offset_s, years = 0 }: Now): boolean => offset_s === 0 && years === 0
const isAhead = ({ offset_s, years = 0 }: Now): boolean => offset_s > 0 || years > 0

/** What a rule says of a date, as people say it: `ya pasó`, `pasó hace más de 3 días`, `cae en un plazo de 30 días`; null: it speaks of no date. */
export function dateSentence(rule: Rule, words: RuleWords): string | null {
  if ('all' in rule) return spanSentence(rule.all, words)
  if (!('op' in rule) || words.hides?.(rule.operand)) return null
  const { operand, op, value } = rule
  if (value.kind === 'now') return nowSentence(operandText(operand, words), op, value, words)
  const word = value.kind === 'literal' && words.isDated?.(operand) ? DATED[op] : undefined
  return word === undefined ? null : words.word(word, { operand: operandText(operand, words), value: valueText(operand, value, words) })
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
  const isOne = from.op === 'gte' && to.op === 'lte' && JSON.stringify(from.operand) === JSON.stringify(to.operand) && !words.hides?.(from.operand)
  if (!isOne || from.value.kind !== 'now' || to.value.kind !== 'now') return null
  const operand = operandText(from.operand, words)
  if (isPresent(from.value) && isAhead(to.value)) return words.word('next', { operand, time: lengthText(to.value, words) })
  return isPresent(to.value) && !isPresent(from.value) && !isAhead(from.value) ? words.word('last', { operand, time: lengthText(from.value, words) }) : null
}
