import Close from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import { useSay } from '../../ui/show/style'
import { endsNextDay, isWholeDay } from '../../model/values/week'
import type { WrittenSpan } from '../../model/values/written-week'

interface SpanEntryProps {
  readonly name: string
  /** The day's name, for users of screen readers. */
  readonly day: string
  readonly span: WrittenSpan
  readonly disabled: boolean
  readonly wrong: boolean
  readonly onChange: (span: WrittenSpan) => void
  readonly onRemove: () => void
}

/** From and to of one span, and what their order means. */
export function SpanEntry({ name, day, span, disabled, wrong, onChange, onRemove }: SpanEntryProps) {
  const say = useSay()
  const { time_start, time_end } = span
  const box = (key: 'time_start' | 'time_end', words: string) => (
    <OutlinedInput
      name={`${name}.${key}`}
      type="time"
      size="small"
      value={span[key] ?? ''}
      disabled={disabled}
      error={wrong || (span[key] === null && span[key === 'time_start' ? 'time_end' : 'time_start'] !== null)}
      onChange={(event) => onChange({ ...span, [key]: event.target.value || null })}
      // The browser's own clock icon would leave no room for "a. m." in a table of fourteen inputs.
      sx={{
        width: 98,
        '& input': { px: 1, py: 0.75, fontVariantNumeric: 'tabular-nums' },
        '& input::-webkit-calendar-picker-indicator': { display: 'none' },
      }}
      slotProps={{ input: { 'aria-label': `${day}: ${words}` } }}
    />
  )
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 0.5 }}>
      {box('time_start', say('filter.from'))}
      <span aria-hidden>–</span>
      {box('time_end', say('filter.to'))}
      {!disabled && (
        <IconButton
          size="small"
          aria-label={`${say('field.remove_hours')}: ${day} ${time_start ?? ''}–${time_end ?? ''}`}
          onClick={onRemove}
        >
          <Close sx={{ fontSize: 16 }} />
        </IconButton>
      )}
      <Meaning start={time_start} end={time_end} />
    </Stack>
  )
}

function Meaning({ start, end }: { start: string | null; end: string | null }) {
  const say = useSay()
  if (start === null || end === null) return null
  const span = { day_of_week: 0, time_start: start, time_end: end }
  const words = isWholeDay(span) ? 'field.whole_day' : start !== end && endsNextDay(span) ? 'field.next_day' : null
  return (
    words && (
      <Stack component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {say(words)}
      </Stack>
    )
  )
}
