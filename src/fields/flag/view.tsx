import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { ChoiceFilter, choicesOf } from '../../ui/inputs/ChoiceFilter'
import { useFrameMode } from '../../ui/inputs/FieldFrame'
import type { CellProps, FieldView, FilterProps, FilterTextProps, InputProps } from '../../ui/field-view'
import { HIDDEN } from '../../ui/show/hidden-text'
import { useSay } from '../../ui/show/style'
import { choiceKeys } from '../../model/rules/choices'
import type { Field } from '../../model/field'
import type { Json } from '../../model/json'

export const flagView: FieldView = { align: 'left', Cell: FlagCell, Input: FlagInput, Filter: FlagFilter, FilterText: FlagText, ownLabel: true }

const isOn = (value: Json): boolean => value === 1 || value === true || value === '1'

interface Sides {
  readonly nameOf: (on: boolean) => string
  /** It has words of its own instead of yes and no. */
  readonly own: boolean
}

/** The words for the two sides of a flag. */
function useSides(field: Field): Sides {
  const say = useSay()
  const said = (on: boolean): string => {
    const [own, common] = choiceKeys(field, on ? '1' : '0')
    return [own, common].map((key) => ({ key, word: say(key, { _: '' }) })).find(({ key, word }) => word && word !== key)?.word ?? ''
  }
  return { nameOf: (on) => said(on) || say(on ? 'field.yes' : 'field.no'), own: said(true) !== '' }
}

function FlagCell({ field, value }: CellProps) {
  const { nameOf, own } = useSides(field)
  const on = isOn(value)
  const Icon = on ? CheckIcon : CloseIcon
  if (own) return <>{nameOf(on)}</>
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
      {nameOf(on)}
    </Box>
  )
}

function FlagInput({ source, label, value, onChange, onBlur, error, help, disabled, autoFocus }: InputProps) {
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

function FlagFilter(props: FilterProps) {
  const { nameOf } = useSides(props.field)
  return (
    <ChoiceFilter
      {...props}
      options={[
        { value: 1, label: nameOf(true) },
        { value: 0, label: nameOf(false) },
      ]}
    />
  )
}

function FlagText({ field, value }: FilterTextProps) {
  const { nameOf } = useSides(field)
  return (
    <>
      {choicesOf(value)
        .map((one) => nameOf(isOn(one)))
        .join(', ')}
    </>
  )
}
