import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { FieldFrame } from './FieldFrame'

/** One calendar date 'YYYY-MM-DD' in the browser's own picker. */
export function DateEntry({ name, label, value, min, onChange, autoFocus }: {
  name: string; label: string; value: string | null; min?: string; onChange: (value: string | null) => void; autoFocus?: boolean
}) {
  const id = useId()
  return (
    <FieldFrame inputId={id} label={label}>
      <OutlinedInput
        id={id} name={name} type="date" size="small" fullWidth value={value ?? ''} autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value || null)}
        slotProps={{ input: { min, max: '9999-12-31' } }}
      />
    </FieldFrame>
  )
}
