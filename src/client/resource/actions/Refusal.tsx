import Alert from '@mui/material/Alert'
import { useFormState } from 'react-hook-form'

/** Why the call was refused, where no field of the dialog can show it. */
export function Refusal() {
  const { errors } = useFormState()
  const message = errors.root?.['serverError']?.message
  const isAtField = Object.keys(errors).some((name) => name !== 'root')
  return message && !isAtField ? <Alert severity="error">{message}</Alert> : null
}
