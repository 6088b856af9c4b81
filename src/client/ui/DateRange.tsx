import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Stack from '@mui/material/Stack'
import type { FilterTextProps } from './field-view'
import { DATE_PRESETS, presetOf, presetSpan } from './date-presets'
import { dateText } from './date-text'
import { DateEntry } from './DateEntry'
import { boundsOf } from './RangeFilter'
import { useDisplayStyle, useSay } from './style'
import { textOf } from './TextBox'
import { todayIn } from './zone-time'

/** Calendar dates, both included; null is open. */
export interface DateSpan { readonly from: string | null; readonly to: string | null }

/** The usual periods, and two dates of which the second cannot precede the first: moving one past the other takes it along. */
export function DateRange({ name, label, span, onChange }: { name: string; label: string; span: DateSpan; onChange: (span: DateSpan) => void }) {
  const say = useSay()
  const today = todayIn(useDisplayStyle().zone)
  const current = presetOf(span, today)
  const { from, to } = span
  return (
    <Stack role="group" aria-label={label} direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
      <MenuList dense disablePadding aria-label={say('filter.presets')} sx={{ columnCount: { xs: 2, sm: 1 }, minWidth: 150, mx: -1 }}>
        {DATE_PRESETS.map((preset) => (
          <MenuItem key={preset} selected={preset === current} onClick={() => onChange(presetSpan(preset, today))} sx={{ borderRadius: 1, minHeight: 30, px: 1, fontSize: 13 }}>
            {say(`dates.${preset}`)}
          </MenuItem>
        ))}
      </MenuList>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 150 }}>
        <DateEntry
          name={`${name}_from`} label={say('filter.from')} value={from}
          onChange={(next) => onChange({ from: next, to: next && to && to < next ? next : to })}
        />
        <DateEntry
          name={`${name}_to`} label={say('filter.to')} value={to} min={from ?? undefined}
          onChange={(next) => onChange({ from: next && from && next < from ? next : from, to: next })}
        />
      </Box>
    </Stack>
  )
}

/** The name of the period, `21/11/2026 – 23/11/2026`, one date when both are the same, `desde …` or `hasta …` when one is open. */
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
export function spanOf(value: FilterTextProps['value']): DateSpan {
  const { gte = null, lte = null } = boundsOf(value)
  return { from: textOf(gte) || null, to: textOf(lte) || null }
}
