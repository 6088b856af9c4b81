import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useRef, useState, type CSSProperties } from 'react'
import { Icon } from './Icon'
import { useDisplayStyle, useSay } from './style'
import type { DateKind } from './typed-date'
import { instantOf, wallTime } from './zone-time'

interface CalendarButtonProps {
  readonly kind: DateKind
  /** Of the field that it fills. */
  readonly label: string
  readonly value: string | null
  readonly onPick: (value: string | null) => void
  readonly min?: string
  readonly max?: string
  readonly disabled: boolean
}

/** Opens the platform's own calendar below the field; absent where the platform lets nobody open it, as typing does the same. */
export function CalendarButton({ kind, label, value, onPick, min, max, disabled }: CalendarButtonProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const native = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(!('showPicker' in HTMLInputElement.prototype))
  if (isRefused) return null
  const wall = kind === 'datetime' && value ? wallTime(value, zone) : null
  const open = (): void => {
    // A frame of another site may not open it.
    try { native.current?.showPicker() } catch { setRefused(true) }
  }
  return (
    <InputAdornment position="end">
      <IconButton edge="end" size="small" disabled={disabled} aria-label={`${say('field.calendar')}: ${label}`} onClick={open}>
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

// It lies under the whole field, which is where the platform puts its calendar.
const UNSEEN: CSSProperties = { position: 'absolute', inset: 0, width: '100%', height: '100%', padding: 0, border: 0, opacity: 0, pointerEvents: 'none' }
