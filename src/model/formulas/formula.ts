import type { Json } from '../json'
import type { Rule } from '../rules/rule'
import { ruleOperands } from '../rules/rule-fields'

/**
 * How a stored value is counted with: a number times `factor`, days since 1970, seconds since 1970, or the value as it
 * is.
 */
export type Counted = { readonly as: 'number'; readonly factor: number } | { readonly as: 'date' | 'moment' | 'plain' }

/** A number over the rows of another entity that refer to the record. */
export interface RowsPart {
  readonly op: 'rows'
  readonly what: 'count' | 'sum' | 'min' | 'max' | 'avg'
  readonly of: string
  /** The rows' reference to this record. */
  readonly by: string
  /** Absent for a count. */
  readonly field?: string
  readonly counted: Counted
  readonly where?: Rule
}

/**
 * A checked part of a formula. Every part with an empty operand is empty itself; only rows without a value are left
 * out.
 */
export type Part =
  | { readonly op: 'value'; readonly value: Json; readonly counted: Counted }
  | { readonly op: 'field'; readonly field: string; readonly counted: Counted }
  | { readonly op: 'path'; readonly ref: string; readonly field: string; readonly counted: Counted }
  | RowsPart
  | { readonly op: 'add' | 'sub' | 'mul' | 'div' | 'pct' | 'min' | 'max'; readonly of: readonly Part[] }
  | { readonly op: 'round'; readonly of: Part; readonly digits: number }
  | {
      readonly op: 'case'
      readonly cases: readonly { readonly when: Rule; readonly part: Part }[]
      readonly otherwise: Part
    }

/**
 * What a formula comes to: a number in `unit`s of what it is counted in, rounded once, half away from zero; beyond
 * `below` it is empty.
 */
export type FormulaOutcome =
  | { readonly as: 'number'; readonly unit: number; readonly scale: number; readonly below: string }
  | { readonly as: 'date' | 'moment' | 'plain' }

/** The arithmetic of a field that nobody writes (`x-formula`). */
export interface Formula {
  readonly part: Part
  readonly outcome: FormulaOutcome
}

/** First and last day, and first and last millisecond, of the years 1 to 9999, counted from 1970. */
export const DAYS = { first: -719_162, last: 2_932_896 } as const
export const MILLISECONDS = { first: -62_135_596_800_000, last: 253_402_300_799_999 } as const

/** Every part of a formula, itself first. */
function partsOf(part: Part): readonly Part[] {
  if (part.op === 'round') return [part, ...partsOf(part.of)]
  if (part.op === 'case')
    return [part, ...part.cases.flatMap(({ part: one }) => partsOf(one)), ...partsOf(part.otherwise)]
  return 'of' in part && typeof part.of !== 'string' ? [part, ...part.of.flatMap(partsOf)] : [part]
}

/** What a formula reads: own fields, values behind references, rows. */
interface Reads {
  readonly fields: readonly string[]
  readonly paths: readonly { readonly ref: string; readonly field: string }[]
  readonly rows: readonly RowsPart[]
}

const known = new WeakMap<Formula, Reads>()

/** The operands of a formula and of the rules in it; the reference of a path is an own field too. */
export function readsOf(formula: Formula): Reads {
  const found = known.get(formula)
  if (found) return found
  const parts = partsOf(formula.part)
  const operands = parts.flatMap((part) =>
    part.op === 'case' ? part.cases.flatMap(({ when }) => ruleOperands(when)) : [],
  )
  const paths = [
    ...parts.flatMap((part) => (part.op === 'path' ? [part] : [])),
    ...operands.flatMap((operand) => (operand.kind === 'path' ? [operand] : [])),
  ].map(({ ref, field }) => ({ ref, field }))
  const fields = [
    ...parts.flatMap((part) => (part.op === 'field' ? [part.field] : [])),
    ...operands.flatMap((operand) => (operand.kind === 'field' ? [operand.field] : [])),
    ...paths.map(({ ref }) => ref),
  ]
  const reads: Reads = {
    fields: [...new Set(fields)],
    paths,
    rows: parts.flatMap((part) => (part.op === 'rows' ? [part] : [])),
  }
  known.set(formula, reads)
  return reads
}
