import Add from '@mui/icons-material/Add'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import type { InputProps } from '../../ui/field-view'
import { useDisplayStyle, useSay } from '../../ui/show/style'
import type { Json } from '../../model/json'
import { isSame } from '../../model/values/same'
import { overlap, WEEK } from '../../model/values/week'
import { longDayName } from '../../model/values/week-text'
import { closeDay, openDay, writtenSpans, type WrittenSpan } from '../../model/values/written-week'
import { spansOf } from './data'
import { SpanEntry } from './SpanEntry'

/** The days of the week, each with its hours: ticking a day copies the hours of a day that is already ticked. */
export function ScheduleInput({
  source,
  label,
  value,
  onChange,
  onBlur,
  error,
  help,
  required,
  disabled,
  autoFocus,
}: InputProps) {
  const say = useSay()
  const labelId = useId()
  const { language } = useDisplayStyle()
  const spans = writtenSpans(value)
  const clash = overlap(spansOf(value)) ?? []
  const change = (next: readonly WrittenSpan[]) =>
    onChange(next.length > 0 ? (next.map((span) => ({ ...span })) as Json) : null)
  return (
    <FieldFrame labelId={labelId} label={label} required={required} disabled={disabled} error={error} help={help}>
      <Week role="group" aria-labelledby={labelId} data-error={Boolean(error)} onBlur={onBlur}>
        {WEEK.map((day, i) => {
          const name = longDayName(day, language)
          const own = spans.flatMap((span, at) => (span.day_of_week === day ? [{ span, at }] : []))
          const last = own.at(-1)?.span
          return (
            <div key={day} className="day">
              <FormControlLabel
                sx={{ marginInlineEnd: 0, textTransform: 'capitalize' }}
                label={name}
                slotProps={{ typography: { variant: 'body2' } }}
                control={
                  <Checkbox
                    size="small"
                    name={i === 0 ? source : `${source}.${day}`}
                    checked={own.length > 0}
                    disabled={disabled}
                    autoFocus={autoFocus && i === 0}
                    onChange={() => change(own.length > 0 ? closeDay(spans, day) : openDay(spans, day))}
                  />
                }
              />
              <div className="spans" data-closed={own.length === 0}>
                {own.length === 0 && <span className="closed">{say('field.closed')}</span>}
                {own.map(({ span, at }) => (
                  <SpanEntry
                    key={at}
                    name={`${source}.${at}`}
                    day={name}
                    span={span}
                    disabled={disabled}
                    wrong={clash.some((one) => isSame({ ...one }, { ...span }))}
                    onChange={(next) => change(spans.map((one, index) => (index === at ? next : one)))}
                    onRemove={() => change(spans.filter((_one, index) => index !== at))}
                  />
                ))}
              </div>
              {own.length > 0 && !disabled && (
                <IconButton
                  size="small"
                  className="add"
                  aria-label={`${say('field.add_hours')}: ${name}`}
                  title={say('field.add_hours')}
                  onClick={() =>
                    change([...spans, { day_of_week: day, time_start: last?.time_end ?? null, time_end: null }])
                  }
                >
                  <Add sx={{ fontSize: 18 }} />
                </IconButton>
              )}
            </div>
          )
        })}
      </Week>
    </FieldFrame>
  )
}

const Week = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  '&[data-error=true]': { borderColor: theme.palette.error.main },
  '& .day': { display: 'flex', alignItems: 'flex-start', gap: 8, minHeight: 44, padding: '2px 8px 2px 14px' },
  '& .day + .day': { borderTop: `1px solid ${theme.palette.divider}` },
  '& .day > label': { width: 128, minHeight: 40, flex: 'none' },
  '& .spans': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    flex: 1,
    minWidth: 0,
    alignItems: 'center',
    minHeight: 40,
  },
  '& .closed': { color: theme.palette.text.secondary, fontSize: 13 },
  '& .add': { marginTop: 5 },
  // On a phone the hours stand under their day.
  [theme.breakpoints.down('sm')]: {
    '& .day': { paddingInlineStart: 12, gap: 4, flexWrap: 'wrap' },
    '& .day > label': { width: 'auto', flex: 1 },
    '& .spans': { flexBasis: '100%', order: 2, paddingInlineStart: 28, paddingBottom: 4 },
    '& .spans[data-closed=true]': { flexBasis: 'auto', flexGrow: 0, paddingInlineStart: 0 },
  },
}))
