import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import { ChoiceFilter, chosenTexts } from '../../ui/inputs/ChoiceFilter'
import { lateInput } from '../../ui/inputs/late-input'
import type { CellProps, FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { isOn } from './data'
import { useSides } from './sides'

const FlagInput = lateInput(
  async () => (await import('./FlagInput')).FlagInput,
  () => <Box sx={{ minHeight: 38 }} />,
)

export const flagView: FieldView = {
  align: 'left',
  Cell: FlagCell,
  Input: FlagInput,
  Filter: FlagFilter,
  FilterText: FlagText,
  ownLabel: true,
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
      {chosenTexts(value)
        .map((one) => nameOf(isOn(one)))
        .join(', ')}
    </>
  )
}
