import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useSay } from '../../ui/show/style'

// Every field of these pages is required, so the star says nothing.
const NO_STAR = { required: false }

interface PasswordBoxProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  readonly error?: string
  readonly help?: string
  readonly autoFocus?: boolean
  readonly size?: 'small' | 'medium'
}

/** A password that the user may reveal. */
export function PasswordBox({
  name,
  label,
  value,
  onChange,
  autoComplete,
  error,
  help,
  autoFocus,
  size = 'medium',
}: PasswordBoxProps) {
  const say = useSay()
  const [shown, setShown] = useState(false)
  const toggle = say(shown ? 'ra.input.password.toggle_visible' : 'ra.input.password.toggle_hidden')
  return (
    <TextField
      required
      fullWidth
      autoFocus={autoFocus}
      name={name}
      type={shown ? 'text' : 'password'}
      label={label}
      autoComplete={autoComplete}
      size={size}
      value={value}
      error={Boolean(error)}
      helperText={error ?? help}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        inputLabel: NO_STAR,
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton aria-label={toggle} title={toggle} edge="end" onClick={() => setShown(!shown)}>
                {shown ? <VisibilityOff /> : <Visibility />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
