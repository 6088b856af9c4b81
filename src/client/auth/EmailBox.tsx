import TextField from '@mui/material/TextField'
import { useSay } from '../../ui/show/style'

/** The e-mail address that names an account. */
export function EmailBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const say = useSay()
  return (
    <TextField
      autoFocus
      required
      name="username"
      type="email"
      label={say('ra.auth.email')}
      autoComplete="username"
      size="medium"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { required: false } }}
    />
  )
}
