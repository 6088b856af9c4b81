import type { Json } from '../json'

/** What a comparison may ask; a field type lists the ones it knows. */
export const OPERATORS = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'contains', 'isNull'] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * What a rule looks at: a field, a value within one (`owner.kind`), a field one reference away, a fact of the user, or
 * a setting.
 */
export type Operand =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'inner'; readonly field: string; readonly path: string }
  | { readonly kind: 'path'; readonly ref: string; readonly field: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'setting'; readonly name: string }

/**
 * What an operand is compared with; `now` is an offset such as `-30d` (m, h, d, or y: years of the calendar) from the
 * present.
 */
export type RuleValue =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'now'; readonly offset_s: number; readonly years?: number }
  /**
   * Only in `x-choices`: a field of the record whose form is filled in, compared with a row of the referenced entity.
   */
  | { readonly kind: 'form'; readonly field: string }
  | Operand

/** Whether a value is looked up in the same way as operands. */
export const isOperand = (value: RuleValue): value is Operand =>
  value.kind !== 'literal' && value.kind !== 'now' && value.kind !== 'form'

/**
 * The moment that a `now` means, in milliseconds; somebody is 18 on their birthday, whichever years had a 29 February.
 */
export function momentOf({ offset_s, years = 0 }: Extract<RuleValue, { kind: 'now' }>, now_ms: number): number {
  if (years === 0) return now_ms + offset_s * 1000
  const moment = new Date(now_ms)
  return moment.setUTCFullYear(moment.getUTCFullYear() + years)
}

/** A checked condition. Two-valued: a comparison with null is false; only `isNull` sees null. */
export type Rule =
  | { readonly all: readonly Rule[] }
  | { readonly any: readonly Rule[] }
  | { readonly not: Rule }
  | { readonly operand: Operand; readonly op: Operator; readonly value: RuleValue }

/** Where the values of operands come from when a rule is read as a predicate. */
export interface RuleContext {
  /** The record's wire values; a path operand `id_product.hide_price` is looked up under that dotted key. */
  readonly record: { readonly [key: string]: Json | undefined }
  /** The record as it is stored, in the same form, while a change of it is judged; absent for a new one. */
  readonly before?: { readonly [key: string]: Json | undefined }
  readonly user: { readonly [fact: string]: Json | undefined }
  readonly setting: { readonly [key: string]: Json | undefined }
  /** The present, milliseconds since the epoch. */
  readonly now_ms: number
}

/** The rule that a field of the record has one of some values. */
export function isOneOf(field: string, values: readonly string[]): Rule {
  const [only, ...more] = values
  const operand = { kind: 'field' as const, field }
  return more.length === 0 && only !== undefined
    ? { operand, op: 'eq', value: { kind: 'literal', value: only } }
    : { operand, op: 'in', value: { kind: 'literal', value: values } }
}
