import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Close from '@mui/icons-material/Close'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import type { InputProps } from '../field-view'
import { FieldFrame, noteId } from './FieldFrame'
import { IconGrid } from './IconGrid'
import { IconName } from '../show/IconName'
import { useSay } from '../show/style'

export type IconPickerProps = Omit<InputProps, 'field' | 'value' | 'onChange' | 'form'> & {
  readonly value: string | null
  readonly onChange: (name: string | null) => void
}

/** An icon of the console, chosen from all of them by its picture or its name. */
export default function IconPicker(props: IconPickerProps) {
  const { source, label, value, onChange, onBlur, error, help, required, disabled, autoFocus } = props
  const say = useSay()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => {
    setAnchor(null)
    onBlur?.()
  }
  return (
    <FieldFrame
      inputId={id}
      labelId={`${id}-label`}
      label={label}
      required={required}
      disabled={disabled}
      error={error}
      help={help}
    >
      <Box data-error={Boolean(error)} data-disabled={disabled}>
        <ButtonBase
          id={id}
          name={source}
          disabled={disabled}
          autoFocus={autoFocus}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={error || help ? noteId(id) : undefined}
          onClick={(event) => setAnchor(event.currentTarget.parentElement)}
        >
          {value === null ? <span className="none">{say('field.choose')}</span> : <IconName name={value} />}
          <ArrowDropDown aria-hidden sx={{ marginInlineStart: 'auto', color: 'action.active' }} />
        </ButtonBase>
        {value !== null && !required && !disabled && (
          <IconButton size="small" aria-label={`${say('field.clear')}: ${label}`} onClick={() => onChange(null)}>
            <Close sx={{ fontSize: 18 }} />
          </IconButton>
        )}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { width: 'min(400px, calc(100vw - 32px))', p: 1.5 } },
        }}
      >
        <IconGrid
          value={value}
          onChoose={(name) => {
            onChange(name)
            close()
          }}
        />
      </Popover>
    </FieldFrame>
  )
}

const Box = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 37,
  border: `1px solid ${theme.palette.mode === 'dark' ? 'rgba(255, 255, 255, 0.23)' : 'rgba(0, 0, 0, 0.23)'}`,
  borderRadius: theme.shape.borderRadius,
  '&:hover': { borderColor: theme.palette.text.primary },
  '&:focus-within': {
    borderColor: theme.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.palette.primary.main}`,
  },
  '&[data-error=true]': { borderColor: theme.palette.error.main },
  '&[data-disabled=true]': { borderColor: theme.palette.action.disabled, color: theme.palette.text.disabled },
  '& > .MuiButtonBase-root:first-of-type': {
    flex: 1,
    minWidth: 0,
    justifyContent: 'flex-start',
    padding: '5px 4px 5px 12px',
    fontSize: 14,
    textAlign: 'start',
  },
  '& .none': { color: theme.palette.text.secondary },
}))
