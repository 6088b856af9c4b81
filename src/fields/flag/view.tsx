import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { ChoiceFilter, choicesOf } from '../../client/ui/ChoiceFilter'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../client/ui/field-view'
import { useFrameMode } from '../../client/ui/FieldFrame'
import { HIDDEN } from '../../client/ui/hidden-text'
import { useSay } from '../../client/ui/style'
import type { Json } from '../../model/json'

export const flagView: FieldView = { align: 'left', Cell: FlagCell, Input: FlagInput, Filter: FlagFilter, FilterText: FlagText, ownLabel: true }

const isOn = (value: Json): boolean => value === 1 || value === true || value === '1'

function FlagCell({ value }: CellProps) {
  const say = useSay()
  const on = isOn(value)
  const Icon = on ? CheckIcon : CloseIcon
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 0.5,
        color: on ? 'text.primary' : 'text.secondary',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 16, color: on ? 'success.main' : 'text.disabled' }} />
      {say(on ? 'field.yes' : 'field.no')}
    </Box>
  )
}

function FlagInput({ source, label, value, onChange, onBlur, error, help, disabled, autoFocus }: InputProps) {
  const inCell = useFrameMode() === 'cell'
  // The margin stands for the label that the other fields have above them.
  return (
    <FormControl error={Boolean(error)} disabled={disabled} sx={{ mt: inCell ? 0 : { sm: 'var(--label-gap, 22px)' } }}>
      <FormControlLabel
        label={label}
        slotProps={{ typography: { variant: 'body2', style: inCell ? HIDDEN : undefined } }}
        sx={{ minHeight: 38, ml: 0, gap: 1 }}
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

function FlagFilter(props: FilterProps) {
  const say = useSay()
  return (
    <ChoiceFilter
      {...props}
      options={[
        { value: 1, label: say('field.yes') },
        { value: 0, label: say('field.no') },
      ]}
    />
  )
}

function FlagText({ value }: FilterTextProps) {
  const say = useSay()
  return (
    <>
      {choicesOf(value)
        .map((one) => say(isOn(one) ? 'field.yes' : 'field.no'))
        .join(', ')}
    </>
  )
}
