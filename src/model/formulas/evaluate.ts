import type { Json, JsonObject } from '../json'
import { holds } from '../rules/holds'
import { canonicalDecimal } from '../values/decimal'
import * as exact from './exact'
import {
  DAYS,
  MILLISECONDS,
  type Counted,
  type Formula,
  type FormulaOutcome,
  type Part,
  type RowsPart,
} from './formula'
import { utcDate } from '../values/calendar'
import { DAY_MS } from '../values/zone-time'

/** Where a formula's operands come from. */
export interface Sources {
  /** Canonical values of the record; those behind a reference under dotted keys (`id_article.price`). */
  readonly record: JsonObject
  /** The record's living rows that such a part is about; absent or undefined: not known here. */
  rows?(part: RowsPart): readonly JsonObject[] | undefined
}

/** A number, or a value that is only passed on; null: empty. */
type Value = exact.Exact | { readonly plain: Json } | null

/** An operand is not known here, so neither is the result. */
class Unknown extends Error {}

/**
 * What a formula comes to, canonical. The same as its SQL reading (`src/server/records/formulas/formula-to-sql.ts`).
 * @returns undefined where an operand is not known here (a record that this user may not read)
 */
export function evaluate({ part, outcome }: Formula, sources: Sources): Json | undefined {
  try {
    return written(valueOf(part, sources), outcome)
  } catch (error) {
    if (error instanceof Unknown) return undefined
    throw error
  }
}

function valueOf(part: Part, sources: Sources): Value {
  switch (part.op) {
    case 'value':
      return counted(part.value, part.counted)
    case 'field':
      return counted(sources.record[part.field] ?? null, part.counted)
    case 'path':
      return counted(behind(part, sources), part.counted)
    case 'rows':
      return overRows(part, sources)
    case 'case': {
      const context = { record: sources.record, user: {}, setting: {}, now_ms: 0 }
      const found = part.cases.find(({ when }) => holds(when, context))
      return valueOf(found ? found.part : part.otherwise, sources)
    }
    case 'round': {
      const value = numberOf(part.of, sources)
      return value && exact.roundTo(value, part.digits)
    }
    default:
      return overOperands(
        part.op,
        part.of.map((one) => numberOf(one, sources)),
      )
  }
}

function behind({ ref, field }: { readonly ref: string; readonly field: string }, { record }: Sources): Json {
  if ((record[ref] ?? null) === null) return null
  const value = record[`${ref}.${field}`]
  if (value === undefined) throw new Unknown()
  return value
}

function numberOf(part: Part, sources: Sources): exact.Exact | null {
  const value = valueOf(part, sources)
  return value && 'n' in value ? value : null
}

type Operation = Extract<Part, { readonly of: readonly Part[] }>['op']

function overOperands(op: Operation, operands: readonly (exact.Exact | null)[]): exact.Exact | null {
  const [first = null, ...others] = operands
  return others.reduce<exact.Exact | null>(
    (left, right) => (left === null || right === null ? null : joined(op, left, right)),
    first,
  )
}

function joined(op: Operation, a: exact.Exact, b: exact.Exact): exact.Exact | null {
  switch (op) {
    case 'add':
      return exact.add(a, b)
    case 'sub':
      return exact.subtract(a, b)
    case 'mul':
      return exact.multiply(a, b)
    case 'div':
      return exact.divide(a, b)
    case 'pct':
      return exact.multiply(exact.multiply(a, b), { n: 1n, d: 100n })
    case 'min':
      return exact.compare(b, a) < 0 ? b : a
    case 'max':
      return exact.compare(b, a) > 0 ? b : a
  }
}

function overRows(part: RowsPart, sources: Sources): exact.Exact | null {
  const all = sources.rows?.(part)
  if (!all) throw new Unknown()
  const { where, field, what } = part
  const rows = where ? all.filter((record) => holds(where, { record, user: {}, setting: {}, now_ms: 0 })) : all
  if (what === 'count' || field === undefined) return exact.whole(rows.length)
  const values = rows.flatMap((row) => {
    const value = counted(row[field] ?? null, part.counted)
    return value && 'n' in value ? [value] : []
  })
  if (what === 'sum') return values.reduce(exact.add, exact.whole(0))
  if (values.length === 0) return null
  if (what === 'avg') return exact.divide(values.reduce(exact.add), exact.whole(values.length))
  return overOperands(what, values)
}

function counted(value: Json, how: Counted): Value {
  if (value === null || value === '') return null
  switch (how.as) {
    case 'plain':
      return { plain: value }
    case 'date': {
      const time_ms = Date.parse(`${String(value)}T00:00:00.000Z`)
      return Number.isNaN(time_ms) ? null : exact.whole(time_ms / DAY_MS)
    }
    case 'moment': {
      const time_ms = Date.parse(String(value))
      return Number.isNaN(time_ms) ? null : { n: BigInt(time_ms), d: 1000n }
    }
    case 'number': {
      const number = exact.exactOf(value)
      return number && how.factor !== 1 ? exact.multiply(number, exact.whole(how.factor)) : number
    }
  }
}

function written(value: Value, outcome: FormulaOutcome): Json {
  if (value === null) return null
  if (!('n' in value)) return outcome.as === 'plain' ? value.plain : null
  switch (outcome.as) {
    case 'plain':
      return null
    case 'date': {
      const days = Number(exact.rounded(value, 0))
      return days >= DAYS.first && days <= DAYS.last ? utcDate(days * DAY_MS) : null
    }
    case 'moment': {
      const time_ms = Number(exact.rounded(value, 3))
      return time_ms >= MILLISECONDS.first && time_ms <= MILLISECONDS.last ? new Date(time_ms).toISOString() : null
    }
    case 'number': {
      const units = exact.rounded({ n: value.n, d: value.d * BigInt(outcome.unit) }, outcome.scale)
      const most = BigInt(outcome.below) * 10n ** BigInt(outcome.scale)
      return units < most && units > -most ? canonicalDecimal(exact.textOfUnits(units, outcome.scale)) : null
    }
  }
}
