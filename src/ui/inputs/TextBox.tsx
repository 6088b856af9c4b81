import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, type HTMLInputTypeAttribute, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'

type TextBoxProps = Omit<InputProps, 'field' | 'value' | 'onChange' | 'form'> & {
  readonly text: string
  readonly onText: (text: string) => void
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  readonly autoComplete?: string
  readonly maxLength?: number
  readonly minRows?: number
  readonly mono?: boolean
  readonly readOnly?: boolean
  readonly align?: 'left' | 'right'
  readonly before?: ReactNode
  readonly after?: ReactNode
  /** The input itself, for where its cursor stands. */
  readonly inputRef?: Ref<HTMLInputElement>
  readonly onFocus?: () => void
}

/** A one-line (or, with `minRows`, growing) box of text in the frame that every field has. */
export function TextBox(props: TextBoxProps) {
  const { source, label, required, disabled, error, help, text, onText, onBlur, autoFocus } = props
  const id = useId()
  return (
    <FieldFrame inputId={id} label={label} required={required} disabled={disabled} error={error} help={help}>
      <OutlinedInput
        id={id}
        name={source}
        value={text}
        size="small"
        fullWidth
        error={Boolean(error)}
        disabled={disabled}
        onChange={(event) => onText(event.target.value)}
        onBlur={onBlur}
        onFocus={props.onFocus}
        inputRef={props.inputRef}
        type={props.type ?? 'text'}
        readOnly={props.readOnly}
        autoFocus={autoFocus}
        autoComplete={props.autoComplete ?? 'off'}
        startAdornment={props.before}
        endAdornment={props.after}
        multiline={props.minRows !== undefined}
        minRows={props.minRows}
        maxRows={props.minRows && Math.max(props.minRows, 14)}
        sx={props.mono ? { fontFamily: 'monospace', fontSize: 13 } : undefined}
        slotProps={{
          input: {
            inputMode: props.inputMode,
            maxLength: props.maxLength,
            'aria-required': required || undefined,
            'aria-describedby': error || help ? noteId(id) : undefined,
            style: props.align === 'right' ? { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } : undefined,
          },
        }}
      />
    </FieldFrame>
  )
}

/** Text of a value that should be text: null is empty, anything else is written as it is. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
