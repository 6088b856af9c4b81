import { compareDecimals, fold, readNumber, type Json, withoutCoin } from '#engine/model'
import type { Child } from './flow'
import type { BotAround, Value } from './talk'
import { filledText, variableValue, spokenValue } from './texts'

/** -1, 0 or 1 as numbers where both are, else as texts, capitals and accents aside; days sort as texts. */
function compared(a: Compared, b: Compared): number {
  if (a.text !== b.text && a.number !== null && b.number !== null) return Math.sign(compareDecimals(a.number, b.number))
  const [one, other] = [fold(a.text), fold(b.text)]
  return one < other ? -1 : one > other ? 1 : 0
}

interface Compared {
  readonly text: string
  /** Exact, as a number or a plain text; null: it is none. */
  readonly number: Json
}

function readText(text: string, { numbers }: BotAround): Compared {
  const read = readNumber(withoutCoin(text, numbers?.coin), numbers)
  return { text, number: 'value' in read ? read.value : null }
}

/** Whether a condition is met. A comparison of size with nothing is not. */
export function isMet(
  { condition_source, condition_operator, condition_target }: Child,
  vars: { readonly [name: string]: Value },
  around: BotAround,
): boolean {
  const source = condition_source === null ? undefined : variableValue(condition_source, vars, around)
  const value = spokenValue(source)
  const target = filledText(condition_target ?? '', vars, around).trim()
  const order = compared(
    typeof source === 'number' ? { text: value, number: source } : readText(value, around),
    readText(target, around),
  )
  switch (condition_operator ?? 'eq') {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'contains':
      return target !== '' && fold(value).includes(fold(target))
    case 'gt':
      return value !== '' && order > 0
    case 'gte':
      return value !== '' && order >= 0
    case 'lt':
      return value !== '' && order < 0
    case 'lte':
      return value !== '' && order <= 0
    case 'empty':
      return value === ''
    case 'filled':
      return value !== ''
  }
}
