import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import { createContext, useContext, type ReactNode } from 'react'
import { HIDDEN } from '../show/hidden-text'

/** `cell`: the column's head has the label, so that a field shows only its control, and its error below. */
type FrameMode = 'full' | 'cell'
const FrameModeContext = createContext<FrameMode>('full')
export const FrameModeProvider = FrameModeContext.Provider
export const useFrameMode = (): FrameMode => useContext(FrameModeContext)

interface FieldFrameProps {
  /** Id of the control that the label names; a group of controls leaves it out and uses `labelId`. */
  readonly inputId?: string
  readonly labelId?: string
  readonly label: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly error?: string
  readonly help?: string
  /** A message about the last change of the value, shown before any help. */
  readonly word?: string
  readonly children: ReactNode
}

/**
 * The layout of every field: label above, control, then its error or else the help. The control gets its state
 * separately.
 */
export function FieldFrame({
  inputId,
  labelId,
  label,
  required = false,
  disabled = false,
  error,
  help,
  word,
  children,
}: FieldFrameProps) {
  const inCell = useFrameMode() === 'cell'
  const note = error ?? word ?? (inCell ? undefined : help)
  return (
    <Frame>
      <Label
        htmlFor={inputId}
        id={labelId}
        data-error={Boolean(error)}
        data-disabled={disabled}
        style={inCell ? HIDDEN : undefined}
      >
        {label}
        {required && <Mark aria-hidden> *</Mark>}
      </Label>
      {children}
      {note && (
        <Note
          id={inputId && noteId(inputId)}
          error={Boolean(error)}
          disabled={disabled}
          role={error ? 'alert' : word ? 'status' : undefined}
        >
          {note}
        </Note>
      )}
    </Frame>
  )
}

/** Id of the text below a control, for its `aria-describedby`. */
export const noteId = (inputId: string): string => `${inputId}-note`

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', minWidth: 0, width: '100%' })
const Label = styled('label')(({ theme }) => ({
  display: 'block',
  marginBottom: 4,
  fontSize: theme.typography.pxToRem(12.5),
  lineHeight: '18px',
  fontWeight: 500,
  color: theme.palette.text.secondary,
  '&[data-disabled=true]': { color: theme.palette.text.disabled },
  '&[data-error=true]': { color: theme.palette.error.main },
}))
const Mark = styled('span')(({ theme }) => ({ color: theme.palette.error.main }))
const Note = styled(FormHelperText)({ margin: '4px 0 0', lineHeight: 1.35, whiteSpace: 'normal' })
