import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { CalendarButton } from './CalendarButton'
import { dateText } from './date-text'
import type { InputProps } from './field-view'
import { FieldFrame, noteId, useFrameMode } from './FieldFrame'
import { useSay } from './style'
import type { DateKind } from './typed-date'
import { useTypedDate } from './use-typed-date'

export type DateBoxProps = Omit<InputProps, 'field' | 'onChange' | 'form'> & {
  readonly kind: DateKind
  /** The date ('YYYY-MM-DD', or ISO 8601 UTC), what was typed where it is none, null when empty. */
  readonly onChange: (value: string | null) => void
  /** Told once it is left or chosen, not at every key. */
  readonly whenLeft?: boolean
  /** Bounds of a calendar date, both included. */
  readonly min?: string
  readonly max?: string
}

/** A date or date-time, typed as the console shows it (`typed-date.ts` says what else it reads), moved with the arrows, or picked. */
export function DateBox(props: DateBoxProps) {
  const { source, label, value, onChange, required, disabled, help, kind, whenLeft = false, min, max } = props
  const say = useSay()
  const id = useId()
  const date = useTypedDate({ kind, value, onChange, whenLeft, min, max })
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
    // A form that the browser itself checks (a filter's) is not left with what is no date.
    box.current?.setCustomValidity(date.isWrong && wrong ? wrong : '')
  })
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') date.leave()
    if (inCell || !['ArrowUp', 'ArrowDown'].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
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
        onBlur={() => { date.leave(); props.onBlur?.() }}
        endAdornment={<CalendarButton {...{ kind, label, min, max, disabled }} value={date.read} onPick={date.choose} />}
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
