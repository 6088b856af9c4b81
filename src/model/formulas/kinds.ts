import type { Field } from '../field'
import type { Counts, FieldTypes } from '../field-type'
import { choices } from '../rules/choices'
import { MAX_DIGITS } from '../values/decimal'
import type { Counted, FormulaOutcome } from './formula'
import type { Typed } from './typed'

/** What arithmetic can do with a value; durations and distances have a unit. */
export interface ValueKind {
  readonly name: Counts['as']
  readonly unit?: string
}

const SECONDS: { readonly [unit: string]: number } = { s: 1, min: 60, h: 3600 }

/** The kind of a field's values; null: nothing is counted with them. */
export function valueKind({ type, schema }: Field, fieldTypes: FieldTypes): ValueKind | null {
  const counts = fieldTypes[type]?.counts
  return counts ? { name: counts.as, ...(counts.unit && { unit: counts.unit(schema) }) } : null
}

/** Whether a field's value is in a column that only writes of records change. */
export const isHeld = ({ virtual, dynamic, system }: Field): boolean => !virtual && !dynamic && !system

export function countedIn({ name, unit }: ValueKind): Counted {
  if (name === 'date' || name === 'moment' || name === 'plain') return { as: name }
  return { as: 'number', factor: name === 'duration' ? (SECONDS[unit ?? ''] ?? 1) : 1 }
}

/** Decimals of a result where the field has no `x-scale`. */
const SCALE = 6

/** What a formula of this kind comes to in a field, or why it cannot. */
export function formulaOutcome(
  { kind, units, fields }: Typed,
  target: Field,
  fieldTypes: FieldTypes,
): { readonly outcome: FormulaOutcome } | { readonly sentence: string } {
  const wanted = valueKind(target, fieldTypes)
  const counts = fieldTypes[target.type]?.counts
  if (!wanted)
    return {
      sentence: `a field of type ${target.type} takes no formula. Numbers, durations, distances, dates, texts, choices, flags and references do.`,
    }
  if (wanted.name === 'plain') {
    if (kind === 'nothing') return { outcome: { as: 'plain' } }
    if (kind !== 'plain')
      return {
        sentence: `it comes to a ${kind}, and "${target.name}" is of type ${target.type}. Give the field another type.`,
      }
    return unfit(fields ?? [], target) ?? { outcome: { as: 'plain' } }
  }
  if (wanted.name === 'date' || wanted.name === 'moment') {
    return kind === wanted.name || kind === 'nothing'
      ? { outcome: { as: wanted.name } }
      : {
          sentence: `it comes to a ${kind}, and "${target.name}" is of type ${target.type}. Give the field another type.`,
        }
  }
  const scale = typeof target.schema['x-scale'] === 'number' ? target.schema['x-scale'] : (counts?.scale ?? SCALE)
  const number = (unit: number): { readonly outcome: FormulaOutcome } => ({
    outcome: { as: 'number', unit, scale, below: counts?.below ?? `1${'0'.repeat(MAX_DIGITS - scale)}` },
  })
  if (kind === 'nothing') return number(1)
  if (kind === 'duration') return inUnit(units, wanted, target, number)
  if (kind !== 'number' || wanted.name === 'duration')
    return {
      sentence: `it comes to a ${kind}, and "${target.name}" is of type ${target.type}. Give the field another type.`,
    }
  const [unit] = units
  if (wanted.unit !== undefined && unit !== undefined && unit !== wanted.unit)
    return { sentence: `it comes to ${unit}, and "${target.name}" counts in ${wanted.unit}. Give both one unit.` }
  return number(1)
}

/** A duration is counted in seconds; in a plain number it counts in the one unit of its operands. */
function inUnit(
  units: readonly string[],
  wanted: ValueKind,
  target: Field,
  number: (unit: number) => { readonly outcome: FormulaOutcome },
): { readonly outcome: FormulaOutcome } | { readonly sentence: string } {
  if (wanted.name === 'duration') return number(SECONDS[wanted.unit ?? ''] ?? 1)
  const [unit, ...others] = units
  if (wanted.unit !== undefined)
    return { sentence: `it comes to a duration, and "${target.name}" is a distance. Give the field another type.` }
  if (unit === undefined || others.length > 0)
    return {
      sentence: `it comes to a duration, and "${target.name}" does not say in which unit. Make it of type duration, with "x-unit".`,
    }
  return number(SECONDS[unit] ?? 1)
}

/** A value that is passed on must be one of the field that takes it; written values are checked where they stand. */
function unfit(fields: readonly Field[], target: Field): { readonly sentence: string } | null {
  const known = new Set(choices(target).map(({ value }) => value))
  const isFit = (from: Field): boolean =>
    from.ref || target.ref
      ? from.ref?.to === target.ref?.to
      : from.type === 'enum' && target.type === 'enum'
        ? choices(from).every(({ value }) => known.has(value))
        : from.type === target.type || (from.type === 'text' && target.type === 'longtext')
  const from = fields.find((one) => !isFit(one))
  return from
    ? {
        sentence: `values of "${from.name}" (${from.type}) are not all values of the ${target.type} "${target.name}". Write each with { "value": ... } in a "case".`,
      }
    : null
}
