import VisibilityIcon from '@mui/icons-material/Visibility'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { FieldView, InputProps } from '../../ui/field-view'
import { useSay } from '../../ui/show/style'
import { TextBox, textOf } from '../../ui/inputs/TextBox'

export const passwordView: FieldView = {
  align: 'left',
  Cell: () => <>••••••</>,
  Input: PasswordInput,
  Filter: () => null,
}

/** Never shown again once saved; left empty on an existing record, it keeps the stored one. */
function PasswordInput({ form, value, onChange, help, required, ...rest }: InputProps) {
  const say = useSay()
  const [shown, setShown] = useState(false)
  const exists = form['id'] !== null && form['id'] !== undefined
  const Icon = shown ? VisibilityOffIcon : VisibilityIcon
  return (
    <TextBox
      {...rest}
      required={required && !exists}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      help={help ?? (exists ? say('field.password_keep') : undefined)}
      text={textOf(value)}
      onText={(text) => onChange(text === '' ? null : text)}
      after={
        <IconButton
          edge="end"
          size="small"
          aria-label={say(shown ? 'field.password_hide' : 'field.password_show')}
          onClick={() => setShown(!shown)}
        >
          <Icon fontSize="small" />
        </IconButton>
      }
    />
  )
}
