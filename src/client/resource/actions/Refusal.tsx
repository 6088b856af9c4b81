import Alert from '@mui/material/Alert'
import { useFormState } from 'react-hook-form'
import { useScope } from '../scope'

/**
 * Why the call was refused, where no field of the dialog shows it: the call may have fields of its own, which are not
 * asked.
 */
export function Refusal() {
  const { entity } = useScope()
  const { errors } = useFormState()
  const message = errors.root?.['serverError']?.message
  const isAtField = Object.keys(errors).some((name) => Object.hasOwn(entity.fields, name))
  const elsewhere = Object.entries(errors).flatMap(([name, error]) =>
    name === 'root' || Object.hasOwn(entity.fields, name) || typeof error?.message !== 'string' ? [] : [error.message],
  )
  return message && (!isAtField || elsewhere.length > 0) ? (
    <Alert severity="error">{[...new Set([message, ...elsewhere])].join(' ')}</Alert>
  ) : null
}
