import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Each, Measure, Stat } from '../../../model/stat'
import type { StatPart } from '../../../model/stat-answer'
import { secondsText } from '../../../model/values/shown-duration'
import { moneyText, numberText } from '../../../model/values/shown-number'
import { partTimeText } from '../../../model/values/part-time'
import type { DisplayStyle, Say } from '../../../ui/show/style'

/** What the numbers and parts of a stat are called. */
export interface StatWords {
  /** @param lacking how many values it is without, which are hidden from the asker */
  readonly value: (value: Json, lacking?: number) => string
  readonly count: (count: number) => string
  readonly part: (part: Pick<StatPart, 'key' | 'label'>) => string
  readonly split: (part: Pick<StatPart, 'key' | 'label'>) => string
}

/** @param each the lengths of time that the answer has */
export function statWords(
  { measure, by, split }: Stat,
  entity: Entity,
  each: Each | undefined,
  style: DisplayStyle,
  say: Say,
  label: (f: string) => string,
): StatWords {
  const field = 'f' in measure ? entity.fields[measure.f] : undefined
  const unit = timeUnit(measure, field)
  const none = (f: string | undefined): string =>
    say('stats.without', { name: f === undefined ? '' : label(f).toLowerCase() })
  const plain = (value: Json): string => {
    if (value === null || value === undefined) return '–'
    if (measure.what === 'ratio' && measure.as === 'money') return moneyText(String(value), style)
    if (measure.what === 'share' || (measure.what === 'ratio' && measure.as === 'percent'))
      return `${numberText(String(value), style)} %`
    if (field?.type === 'money') return moneyText(String(value), style)
    if (unit !== null) return timeLength(value, unit)
    const type = field && typeOf(field, fieldTypes)
    // A mean of whole numbers has a decimal, which its type does not write.
    return field && type?.toWords && measure.what === 'sum'
      ? type.toWords(value, field, { language: style.language, zone: style.zone, decimal: '.' })
      : numberText(String(value), style)
  }
  return {
    value: (value, lacking = 0) =>
      lacking > 0 ? say('stats.with_lacking', { value: plain(value), smart_count: lacking }) : plain(value),
    count: (count) => numberText(String(count), style),
    part: ({ key, label: named }) =>
      key === null ? none(by) : each === undefined ? (named ?? key) : partTimeText(key, each, style),
    split: ({ key, label: named }) => (key === null ? none(split) : (named ?? key)),
  }
}

/** What a length of time is counted in; null: the measure is none. */
function timeUnit(measure: Measure, field: Field | undefined): string | null {
  if ('until' in measure && measure.until !== undefined) return 's'
  const counts = field && typeOf(field, fieldTypes).counts
  if (counts?.as === 'duration') return counts.unit?.(field?.schema ?? {}) ?? null
  const unit = field?.schema['x-unit']
  return typeof unit === 'string' && TIME_UNITS[unit] !== undefined ? unit : null
}

const TIME_UNITS: { readonly [unit: string]: number } = { s: 1, min: 60, h: 3600 }
const HOUR_S = 3600

/** Hours and minutes; seconds of less than an hour. */
function timeLength(value: Json, unit: string): string {
  const seconds = Number(value) * (TIME_UNITS[unit] ?? 1)
  const shown = Math.abs(seconds) < HOUR_S ? Math.round(seconds) : Math.round(seconds / 60) * 60
  return `${shown < 0 ? '-' : ''}${secondsText(Math.abs(shown))}`
}
