import { todayIn } from '../../model/values/zone-time'
import type { FilterTextProps } from '../field-view'
import { dateText } from '../show/date-text'
import { useDisplayStyle, useSay } from '../show/style'
import { presetOf } from './date-presets'
import { rangeBounds } from './RangeFilter'
import { textOf } from './TextBox'

/** Calendar dates, both included; null is open. */
export interface DateSpan {
  readonly from: string | null
  readonly to: string | null
}

/**
 * The name of the period, `21/11/2026 – 23/11/2026`, one date when both are the same, `desde …` or `hasta …` when one
 * is open.
 */
export function useSpanText(): (span: DateSpan) => string {
  const say = useSay()
  const today = todayIn(useDisplayStyle().zone)
  return (span) => {
    const { from, to } = span
    const preset = presetOf(span, today)
    if (preset) return say(`dates.${preset}`)
    if (from && to) return from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`
    if (from) return say('filter.since', { date: dateText(from) })
    return to ? say('filter.until', { date: dateText(to) }) : ''
  }
}

/** The span of a date filter `{gte, lte}`. */
export function filterSpan(value: FilterTextProps['value']): DateSpan {
  const { gte = null, lte = null } = rangeBounds(value)
  return { from: textOf(gte) || null, to: textOf(lte) || null }
}
