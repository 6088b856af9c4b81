import { isCalendarDate } from '../../model/values/calendar'
import { DateBox } from './DateBox'

/** One calendar date 'YYYY-MM-DD' of a filter, reported once it is complete; a text that is no date changes nothing. */
export function DateEntry({
  name,
  label,
  value,
  min,
  onChange,
  autoFocus,
}: {
  name: string
  label: string
  value: string | null
  min?: string
  onChange: (value: string | null) => void
  autoFocus?: boolean
}) {
  return (
    <DateBox
      kind="date"
      whenLeft
      source={name}
      label={label}
      value={value}
      min={min}
      autoFocus={autoFocus}
      required={false}
      disabled={false}
      onChange={(next) => {
        if (next === null || isCalendarDate(next)) onChange(next)
      }}
    />
  )
}
