import type { Field } from '../field'
import type { Part } from './formula'
import type { ValueKind } from './kinds'

/** A part of a formula and what it comes to. */
export interface Typed {
  readonly part: Part
  readonly kind: ValueKind['name'] | 'nothing'
  /** Units of the durations or distances in it. */
  readonly units: readonly string[]
  /** Fields whose values are passed on as they are. */
  readonly fields?: readonly Field[]
}

type Joined = Pick<Typed, 'kind' | 'units' | 'fields'> | { readonly sentence: string }
type Operation = 'add' | 'sub' | 'mul' | 'div' | 'pct' | 'min' | 'max'

const unitsOf = (parts: readonly Typed[]): readonly string[] => [...new Set(parts.flatMap(({ units }) => units))]

/** What an operation over some parts comes to, or why it makes no sense. */
export function joinedKind(op: Operation, parts: readonly Typed[]): Joined {
  const kinds = parts.map(({ kind }) => kind)
  const [first = 'number', ...others] = kinds
  const plain = kinds.find((kind) => kind === 'plain' || kind === 'nothing')
  if (plain)
    return {
      sentence: `"${op}" takes numbers, durations or dates, not ${plain === 'plain' ? 'a text or a choice' : 'nothing'}.`,
    }
  if (op === 'min' || op === 'max') return sameKind(parts, `operands of "${op}"`)
  if (op === 'mul' || op === 'div' || op === 'pct') return product(op, parts)
  const all = (kind: ValueKind['name']): boolean => others.every((one) => one === kind)
  if (first === 'date' && all('number')) return { kind: 'date', units: [] }
  if (first === 'moment' && all('duration')) return { kind: 'moment', units: [] }
  if (op === 'sub' && parts.length === 2 && first === others[0]) {
    if (first === 'date') return { kind: 'number', units: [] }
    if (first === 'moment') return { kind: 'duration', units: [] }
  }
  if (first === 'number' || first === 'duration') return sameKind(parts, `operands of "${op}"`)
  return { sentence: `"${op}" of ${kinds.join(' and ')}: to a date days are added, to a date-time durations.` }
}

function product(op: 'mul' | 'div' | 'pct', parts: readonly Typed[]): Joined {
  const kinds = parts.map(({ kind }) => kind)
  const [first, second] = kinds
  if (kinds.some((kind) => kind === 'date' || kind === 'moment'))
    return { sentence: `"${op}" takes no dates. Subtract them first.` }
  const durations = kinds.filter((kind) => kind === 'duration').length
  if (op === 'div' && first === 'duration' && second === 'duration') return { kind: 'number', units: [] }
  if (durations > 1 || (op !== 'mul' && second === 'duration'))
    return {
      sentence: `"${op}" of ${kinds.join(' and ')} is no quantity. Divide durations by one another, or multiply one by a number.`,
    }
  if (durations === 1) return { kind: 'duration', units: unitsOf(parts.filter(({ kind }) => kind === 'duration')) }
  const measured = parts.filter(({ units }) => units.length > 0)
  const isOne = measured.length === 1 && (op === 'mul' || parts[0] === measured[0])
  return { kind: 'number', units: isOne ? unitsOf(measured) : [] }
}

/** Parts of which one is taken, or which are added: of one kind, and distances of one unit. */
export function sameKind(parts: readonly Typed[], what: string): Joined {
  const some = parts.filter(({ kind }) => kind !== 'nothing')
  const [first] = some
  if (!first) return { kind: 'nothing', units: [] }
  const other = some.find(({ kind }) => kind !== first.kind)
  if (other) return { sentence: `the ${what} are of one kind, not ${first.kind} and ${other.kind}.` }
  const units = unitsOf(some)
  // Durations are counted in seconds, distances in what they are written in.
  if (first.kind === 'number' && units.length > 1)
    return { sentence: `the ${what} are in ${units.join(' and ')}. Give them one unit.` }
  return { kind: first.kind, units, fields: some.flatMap(({ fields = [] }) => fields) }
}
