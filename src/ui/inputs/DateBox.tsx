import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useLayoutEffect, useRef, type KeyboardEvent, useState, type CSSProperties } from 'react'
import { dateText } from '../show/date-text'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId, useFrameMode } from './FieldFrame'
import { useSay, useDisplayStyle } from '../show/style'
import type { DateKind } from './typed-date'
import { useTypedDate } from './use-typed-date'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { Icon } from '../show/Icon'
import { instantOf, wallTime } from '../../model/values/zone-time'

interface CalendarButtonProps {
  readonly kind: DateKind
  /** Label of the field that it fills. */
  readonly label: string
  readonly value: string | null
  readonly onPick: (value: string | null) => void
  readonly min?: string
  readonly max?: string
  readonly disabled: boolean
}

/**
 * Opens the platform's own calendar below the field; absent where the platform refuses to open it, as typing does the
 * same.
 */
function CalendarButton({ kind, label, value, onPick, min, max, disabled }: CalendarButtonProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const native = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(!('showPicker' in HTMLInputElement.prototype))
  if (isRefused) return null
  const wall = kind === 'datetime' && value ? wallTime(value, zone) : null
  const open = (): void => {
    // A frame of another site may not open it.
    try {
      native.current?.showPicker()
    } catch {
      setRefused(true)
    }
  }
  return (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        size="small"
        disabled={disabled}
        aria-label={`${say('field.calendar')}: ${label}`}
        onClick={open}
      >
        <Icon name="calendar_month" size={18} />
      </IconButton>
      <input
        ref={native}
        type={kind === 'date' ? 'date' : 'datetime-local'}
        aria-hidden
        tabIndex={-1}
        style={UNSEEN}
        disabled={disabled}
        min={min}
        max={max ?? (kind === 'date' ? '9999-12-31' : '9999-12-31T23:59')}
        value={(wall ? `${wall.date}T${wall.time}` : kind === 'date' && value) || ''}
        onChange={({ target: { value: picked } }) => {
          if (picked === '' || kind === 'date') onPick(picked || null)
          else onPick(instantOf({ date: picked.slice(0, 10), time: picked.slice(11, 16) }, zone))
        }}
      />
    </InputAdornment>
  )
}

// It lies under the whole field, so that the platform opens its calendar there.
const UNSEEN: CSSProperties = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  padding: 0,
  border: 0,
  opacity: 0,
  pointerEvents: 'none',
}

type DateBoxProps = Omit<InputProps, 'field' | 'onChange' | 'form'> & {
  readonly kind: DateKind
  /** The date ('YYYY-MM-DD', or ISO 8601 UTC), what was typed where it is none, null when empty. */
  readonly onChange: (value: string | null) => void
  /** Reported once the box is left or a date chosen, not at every key. */
  readonly whenLeft?: boolean
  /** Bounds of a calendar date, both included. */
  readonly min?: string
  readonly max?: string
  /** What is asked for is to come: a time alone that has passed today is that of tomorrow. */
  readonly isAhead?: boolean
}

/**
 * A date or date-time, typed as the console shows it (`typed-date.ts` says what else it reads), moved with the arrows,
 * or picked.
 */
export function DateBox(props: DateBoxProps) {
  const { source, label, value, onChange, required, disabled, help, kind, whenLeft = false, min, max, isAhead } = props
  const say = useSay()
  const id = useId()
  const date = useTypedDate({ kind, value, onChange, whenLeft, min, max, isAhead })
  const box = useRef<HTMLInputElement>(null)
  const moved = useRef<readonly [from: number, to: number] | null>(null)
  // In a grid the arrows lead to the neighbours.
  const inCell = useFrameMode() === 'cell'
  const bound = (): string | undefined => {
    if (date.read && min && date.read < min) return say('field.date_min', { date: dateText(min) })
    return date.read && max && date.read > max ? say('field.date_max', { date: dateText(max) }) : undefined
  }
  const wrong = date.isWrong ? say(`field.${kind}_wrong`) : bound()
  const error = date.isWrong ? wrong : (props.error ?? wrong)
  useLayoutEffect(() => {
    if (moved.current) box.current?.setSelectionRange(...moved.current)
    moved.current = null
    // A form checked by the browser (a filter's) must not be submitted with an invalid date.
    box.current?.setCustomValidity(date.isWrong && wrong ? wrong : '')
  })
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') date.leave()
    if (
      inCell ||
      !['ArrowUp', 'ArrowDown'].includes(event.key) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    moved.current = date.step(event.currentTarget.selectionStart ?? 0, event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <FieldFrame inputId={id} label={label} required={required} disabled={disabled} error={error} help={help}>
      <OutlinedInput
        id={id}
        name={source}
        value={date.text}
        inputRef={box}
        placeholder={say(`field.${kind}_format`)}
        size="small"
        fullWidth
        error={Boolean(error)}
        disabled={disabled}
        autoFocus={props.autoFocus}
        autoComplete="off"
        onChange={(event) => date.type(event.target.value)}
        onBlur={() => {
          date.leave()
          props.onBlur?.()
        }}
        endAdornment={
          <CalendarButton {...{ kind, label, min, max, disabled }} value={date.read} onPick={date.choose} />
        }
        slotProps={{
          input: {
            onKeyDown: press,
            maxLength: 40,
            'aria-required': required || undefined,
            'aria-describedby': error || help ? noteId(id) : undefined,
            style: { fontVariantNumeric: 'tabular-nums' },
          },
        }}
      />
    </FieldFrame>
  )
}
