import Box from '@mui/material/Box'
import { ChoiceFilter, chosenTexts } from '../../ui/inputs/ChoiceFilter'
import { lateInput } from '../../ui/inputs/late-input'
import type { CellProps, FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { useOptions } from './options'

const ChoicesInput = lateInput(
  async () => (await import('./ChoicesInput')).ChoicesInput,
  () => <Box sx={{ minHeight: 38 }} />,
)

/** Boxes to tick; a filter asks for one of them. */
export const choicesView: FieldView = {
  align: 'left',
  Cell: ChoicesCell,
  Input: ChoicesInput,
  Filter: ChoicesFilter,
  FilterText: ChoicesCell,
}

function ChoicesCell({ field, value }: CellProps | FilterTextProps) {
  const options = useOptions(field)
  return (
    <>
      {chosenTexts(value)
        .map((one) => options.find((option) => option.value === one)?.label ?? one)
        .join(', ')}
    </>
  )
}

function ChoicesFilter({ field, value, onChange, ...rest }: FilterProps) {
  const options = useOptions(field)
  const last = (next: unknown) =>
    Array.isArray(next) ? ((next.find((one) => one !== value) as string | undefined) ?? null) : (next as string | null)
  return <ChoiceFilter {...rest} value={value} options={options} onChange={(next) => onChange(last(next))} />
}
