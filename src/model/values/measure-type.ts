import { canonicalDecimal } from './decimal'
import { exactNumberType } from './exact-number-type'
import type { FieldType, Reading } from '../field-type'
import type { JsonObject } from '../json'
import { checkNumber, numberErrors, readNumber, sampleNumber } from './number-value'
import type { NumberStyle } from './shown-number'

/** What a kind of measure is counted in. */
export interface MeasureType {
  readonly name: string
  /** Units that `x-unit` may name, with their size in the smallest of them. */
  readonly units: { readonly [unit: string]: number }
  /** Unit where the schema names none; null: a unit that the company chooses. */
  readonly standard: string | null
  /** What formulas count with. */
  readonly counts: 'number' | 'duration'
  /** Reads a text that is not a plain number (`1:30`, `800 m`) as a count of the smallest unit; null: it cannot. */
  read(text: string, house?: NumberStyle): number | null
}

/** Decimals that a conversion keeps. */
const SCALE = 4

/**
 * A field type for durations and distances: an exact number in its unit, never below 0, that people may write in other
 * units too.
 */
export function measureType(measure: MeasureType): FieldType {
  const { name, units, read } = measure
  const number = exactNumberType(name, null, ['x-unit'])
  const isGiven = (schema: JsonObject): JsonObject => ({ minimum: 0, ...schema })
  const scaleOf = (schema: JsonObject): number | null =>
    typeof schema['x-scale'] === 'number' ? schema['x-scale'] : null
  return {
    ...number,
    counts: { as: measure.counts, unit: (schema) => unitOf(measure, schema) ?? 'the unit of the company' },
    check: (value, { schema }) => {
      const error = checkNumber(value, isGiven(schema), scaleOf(schema))
      return error?.key === 'number' ? { key: name } : error
    },
    fromText: (raw, { schema }, house) => {
      const plain = readNumber(raw, house)
      if ('value' in plain) return { value: canonicalDecimal(plain.value) }
      const size = sizeOf(measure, schema)
      const counted = size === null ? null : read(raw.trim(), house)
      if (counted === null || size === null) return plain.error.key === 'number' ? { error: { key: name } } : plain
      return converted(counted / size, Math.min(SCALE, scaleOf(schema) ?? SCALE))
    },
    sample: ({ schema }, random) => canonicalDecimal(sampleNumber(isGiven(schema), scaleOf(schema) ?? 1, random)),
    invalid: (field) => [...number.invalid(field), -1],
    errors: (schema) => [
      ...numberErrors(isGiven(schema)),
      ...(schema['x-unit'] === undefined || Object.hasOwn(units, String(schema['x-unit']))
        ? []
        : [['/x-unit', `no unit "${String(schema['x-unit'])}". Known: ${Object.keys(units).join(', ')}.`] as const]),
      ...(typeof schema.minimum === 'number' && schema.minimum < 0
        ? [['/minimum', `a ${name} is never below 0. Remove it or raise it.`, 'M019'] as const]
        : []),
    ],
  }
}

/** The unit of a field on the wire; null: the company's. */
export function unitOf({ standard }: MeasureType, schema: JsonObject): string | null {
  return typeof schema['x-unit'] === 'string' ? schema['x-unit'] : standard
}

function sizeOf(measure: MeasureType, schema: JsonObject): number | null {
  const unit = unitOf(measure, schema)
  return unit === null ? null : (measure.units[unit] ?? null)
}

const converted = (value: number, scale: number): Reading => ({ value: canonicalDecimal(value.toFixed(scale)) })
