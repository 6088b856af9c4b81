import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { DATE_PRESETS, presetOf, presetSpan } from './date-presets'
import { DateEntry } from './DateEntry'
import type { DateSpan } from './date-span'
import { FieldFrame } from './FieldFrame'
import { useDisplayStyle, useSay } from '../show/style'
import { todayIn } from '../../model/values/zone-time'

/**
 * The usual periods, and two dates of which the second cannot precede the first: moving one past the other moves both.
 */
export function DateRange({
  name,
  label,
  span,
  onChange,
  autoFocus,
}: {
  name: string
  label: string
  span: DateSpan
  onChange: (span: DateSpan) => void
  autoFocus?: boolean
}) {
  const say = useSay()
  const labelId = useId()
  const today = todayIn(useDisplayStyle().zone)
  const current = presetOf(span, today)
  const { from, to } = span
  return (
    <FieldFrame labelId={labelId} label={label}>
      <Stack role="group" aria-labelledby={labelId} spacing={1.25}>
        <Presets role="group" aria-label={say('filter.presets')}>
          {DATE_PRESETS.map((preset) => (
            <ButtonBase
              key={preset}
              aria-pressed={preset === current}
              onClick={() => onChange(presetSpan(preset, today))}
            >
              {say(`dates.${preset}`)}
            </ButtonBase>
          ))}
        </Presets>
        <Stack direction="row" spacing={1}>
          <DateEntry
            name={`${name}_from`}
            label={say('filter.from')}
            value={from}
            autoFocus={autoFocus}
            onChange={(next) => onChange({ from: next, to: next && to && to < next ? next : to })}
          />
          <DateEntry
            name={`${name}_to`}
            label={say('filter.to')}
            value={to}
            min={from ?? undefined}
            onChange={(next) => onChange({ from: next && from && next < from ? next : from, to: next })}
          />
        </Stack>
      </Stack>
    </FieldFrame>
  )
}

const Presets = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 4,
  '& button': {
    padding: '5px 4px',
    borderRadius: theme.shape.borderRadius,
    border: `1px solid ${theme.palette.divider}`,
    fontSize: theme.typography.pxToRem(12.5),
    lineHeight: '18px',
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '&[aria-pressed=true]': {
      borderColor: theme.palette.primary.main,
      color: theme.palette.primary.main,
      fontWeight: 500,
    },
  },
}))
