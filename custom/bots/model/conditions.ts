import { fold } from '#engine/model'
import type { Child } from './flow'
import type { Around, Value } from './talk'
import { filled, valueOf, valueText } from './texts'

const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/

/** -1, 0 or 1 as numbers where both are, else as texts, capitals and accents aside; days sort as texts. */
function compared(a: string, b: string): number {
  if (NUMBER.test(a) && NUMBER.test(b)) return Math.sign(Number(a) - Number(b))
  const [one, other] = [fold(a), fold(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** Whether a condition is met. A comparison of size with nothing is not. */
export function isMet({ condition_source, condition_operator, condition_target }: Child, vars: { readonly [name: string]: Value }, around: Around): boolean {
  const value = valueText(condition_source === null ? undefined : valueOf(condition_source, vars, around))
  const target = filled(condition_target ?? '', vars, around).trim()
  switch (condition_operator ?? 'eq') {
    case 'eq': return compared(value, target) === 0
    case 'ne': return compared(value, target) !== 0
    case 'contains': return target !== '' && fold(value).includes(fold(target))
    case 'gt': return value !== '' && compared(value, target) > 0
    case 'gte': return value !== '' && compared(value, target) >= 0
    case 'lt': return value !== '' && compared(value, target) < 0
    case 'lte': return value !== '' && compared(value, target) <= 0
    case 'empty': return value === ''
    case 'filled': return value !== ''
  }
}
