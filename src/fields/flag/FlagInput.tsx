import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useFrameMode } from '../../ui/inputs/FieldFrame'
import type { InputProps } from '../../ui/field-view'
import { HIDDEN } from '../../ui/show/hidden-text'
import { isOn } from './data'
import { YesNoInput } from './YesNoInput'

/**
 * A switch with its label beside it. What does not begin as one of the two is asked with both answers: a switch that is
 * off would say No.
 */
export function FlagInput(props: InputProps) {
  const first = props.field.default ?? null
  return first === null ? <YesNoInput {...props} /> : <SwitchInput {...props} />
}

function SwitchInput({ source, label, value, onChange, onBlur, error, help, disabled, autoFocus }: InputProps) {
  const inCell = useFrameMode() === 'cell'
  // The margin takes the room of the label that the other fields have above them.
  return (
    <FormControl error={Boolean(error)} disabled={disabled} sx={{ mt: inCell ? 0 : { sm: 'var(--label-gap, 22px)' } }}>
      <FormControlLabel
        label={label}
        slotProps={{ typography: { variant: 'body2', style: inCell ? HIDDEN : undefined } }}
        sx={{ minHeight: 38, marginInlineStart: 0, gap: 1 }}
        control={
          <Switch
            size="small"
            name={source}
            checked={isOn(value)}
            onChange={(_event, on) => onChange(on ? 1 : 0)}
            onBlur={onBlur}
            autoFocus={autoFocus}
          />
        }
      />
      {(error ?? (inCell ? undefined : help)) && <FormHelperText sx={{ m: 0 }}>{error ?? help}</FormHelperText>}
    </FormControl>
  )
}
