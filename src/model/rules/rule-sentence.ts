import type { Json } from '../json'
import { isOperand, type Operand, type Operator, type Rule, type RuleValue } from './rule'

/** Where the words of a sentence come from. */
export interface RuleWords {
  /** A text below `rules.` in the reader's language. */
  word(key: string, params?: { readonly [name: string]: string | number }): string
  /** Label of a field of the record, or with `ref` of what that reference points to. */
  field(name: string, ref?: string): string
  /** Label of a fact of the user; absent: its name. */
  user?(name: string): string
  /** Label of a setting; absent: its name. */
  setting?(name: string): string
  /** A yes-or-no fact of the user, as a whole sentence; null: it has none. */
  flag?(name: string, isSet: boolean): string | null
  /** Whether the reader must not know what is looked at; a comparison with it is described without either side. */
  hides?(operand: Operand): boolean
  /** Whether the values of an operand are yes and no. */
  isFlag?(operand: Operand): boolean
  /** Whether the values of an operand are days or moments, which come earlier and later; asked by `ruleText` alone. */
  isDated?(operand: Operand): boolean
  /** A literal as people read it (a choice by its title); absent or null: the plain value. */
  literal?(operand: Operand, value: Json): string | null
}

/** The text of a rule for a user who asks "why can't I?": `Tipo es Conductor y (Licencia está vacío o ...)`. */
export function ruleSentence(rule: Rule, words: RuleWords): string {
  if ('all' in rule) return joined(rule.all, 'and', words)
  if ('any' in rule) return joined(rule.any, 'or', words)
  if ('not' in rule) return words.word('not', { rule: grouped(rule.not, words) })
  if (words.hides?.(rule.operand) || (isOperand(rule.value) && words.hides?.(rule.value))) return words.word('hidden')
  const flag = flagOf(rule.operand, rule.op, rule.value)
  const whole = flag === null ? null : words.flag?.(flag.name, flag.isSet)
  if (whole) return whole
  const operand = operandText(rule.operand, words)
  if (rule.op === 'isNull') {
    const isEmpty = rule.value.kind === 'literal' && (rule.value.value === true || rule.value.value === 1)
    return words.word(isEmpty ? 'empty' : 'filled', { operand })
  }
  return words.word(rule.op, { operand, value: valueText(rule.operand, rule.value, words) })
}

/** `user.operator eq true` and the like. */
function flagOf(
  operand: Operand,
  op: Operator,
  value: RuleValue,
): { readonly name: string; readonly isSet: boolean } | null {
  if (operand.kind !== 'user' || value.kind !== 'literal' || (op !== 'eq' && op !== 'ne')) return null
  const isSet = value.value === true || value.value === 1
  if (!isSet && value.value !== false && value.value !== 0) return null
  return { name: operand.name, isSet: isSet === (op === 'eq') }
}

function joined(rules: readonly Rule[], key: 'and' | 'or', words: RuleWords): string {
  const [first, ...rest] =
    rules.length > 1 ? rules.map((rule) => grouped(rule, words)) : rules.map((rule) => ruleSentence(rule, words))
  if (first === undefined) return words.word(key === 'and' ? 'always' : 'never')
  return rest.reduce((left, right) => words.word(key, { left, right }), first)
}

/** Brackets around several joined conditions. */
function grouped(rule: Rule, words: RuleWords): string {
  const parts = 'all' in rule ? rule.all : 'any' in rule ? rule.any : []
  const text = ruleSentence(rule, words)
  return parts.length > 1 ? words.word('group', { rule: text }) : text
}

export function operandText(operand: Operand, words: RuleWords): string {
  switch (operand.kind) {
    case 'field':
      return words.field(operand.field)
    case 'inner':
      return words.field(`${operand.field}.${operand.path}`)
    case 'path':
      return words.word('path', { field: words.field(operand.field, operand.ref), ref: words.field(operand.ref) })
    case 'user':
      return words.word('user', { name: words.user?.(operand.name) ?? operand.name })
    case 'setting':
      return words.word('setting', { name: words.setting?.(operand.name) ?? operand.name })
  }
}

function valueText(operand: Operand, value: RuleValue, words: RuleWords): string {
  if (value.kind === 'now') return nowText(value, words)
  if (value.kind === 'form') {
    const [ref = '', outer] = value.field.split('.')
    return outer === undefined
      ? words.field(ref)
      : words.word('path', { field: words.field(outer, ref), ref: words.field(ref) })
  }
  return value.kind === 'literal' ? literalText(operand, value.value, words) : operandText(value, words)
}

function literalText(operand: Operand, value: Json, words: RuleWords): string {
  if (Array.isArray(value))
    return value.map((item: Json) => literalText(operand, item, words)).join(', ') || words.word('nothing')
  const known = words.literal?.(operand, value)
  if (known) return known
  if (typeof value === 'boolean' || words.isFlag?.(operand))
    return words.word(value === true || value === 1 ? 'yes' : 'no')
  return value === null ? words.word('nothing') : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The largest unit that divides a distance without a remainder. */
const UNITS: readonly (readonly [key: string, seconds: number])[] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
]

function nowText({ offset_s, years = 0 }: Extract<RuleValue, { kind: 'now' }>, words: RuleWords): string {
  if (years !== 0)
    return words.word(years < 0 ? 'before_now' : 'after_now', {
      time: words.word('years', { smart_count: Math.abs(years) }),
    })
  if (offset_s === 0) return words.word('now')
  const distance_s = Math.abs(offset_s)
  const [key, unit_s] = UNITS.find(([, seconds]) => distance_s % seconds === 0) ?? ['minutes', 60]
  return words.word(offset_s < 0 ? 'before_now' : 'after_now', {
    time: words.word(key, { smart_count: Math.round(distance_s / unit_s) }),
  })
}
