import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import { useId } from 'react'
import type { Json } from '../../model/json'
import type { FilterProps } from '../field-view'
import { FieldFrame } from './FieldFrame'

interface FilterOption {
  readonly value: number | string
  readonly label: string
  readonly color?: string
}

/** A few values to tick; one ticked filters by it, several by any of them. */
export function ChoiceFilter({
  source,
  label,
  value,
  onChange,
  options,
  autoFocus,
}: Omit<FilterProps, 'field'> & { options: readonly FilterOption[] }) {
  const labelId = useId()
  const ticked = chosenTexts(value)
  const toggle = (option: FilterOption) => {
    const next = options
      .map(({ value: one }) => one)
      .filter((one) => ticked.includes(String(one)) !== (one === option.value))
    onChange(next.length === 0 ? null : next.length === 1 ? (next[0] ?? null) : next)
  }
  return (
    <FieldFrame labelId={labelId} label={label}>
      <Stack role="group" aria-labelledby={labelId} sx={{ maxHeight: 320, overflowY: 'auto', mx: -0.5 }}>
        {options.map((option, index) => (
          <FormControlLabel
            key={option.value}
            sx={{ mx: 0, minHeight: 34 }}
            label={option.label}
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                name={source}
                sx={{ p: 0.5, marginInlineEnd: 0.5 }}
                autoFocus={autoFocus && index === 0}
                checked={ticked.includes(String(option.value))}
                onChange={() => toggle(option)}
              />
            }
          />
        ))}
      </Stack>
    </FieldFrame>
  )
}

/** The values of a filter as texts, whether one or several. */
export function chosenTexts(value: Json): readonly string[] {
  if (value === null) return []
  return (Array.isArray(value) ? value : [value]).map(String)
}
