import OutlinedInput from '@mui/material/OutlinedInput'
import Stack from '@mui/material/Stack'
import type { FieldView, FilterProps, FilterTextProps } from '../../ui/field-view'
import { FieldFrame } from '../../ui/inputs/FieldFrame'
import { rangeBounds } from '../../ui/inputs/RangeFilter'
import { useSay } from '../../ui/show/style'
import { TextBox, textOf } from '../../ui/inputs/TextBox'

export const timeView: FieldView = {
  align: 'left',
  Cell: ({ value }) => <span style={{ fontVariantNumeric: 'tabular-nums' }}>{textOf(value)}</span>,
  Input: ({ value, onChange, ...rest }) => (
    <TextBox {...rest} type="time" text={textOf(value)} onText={(text) => onChange(text || null)} />
  ),
  Filter: TimeFilter,
  FilterText: TimeFilterText,
}

/** From and to, both inclusive. */
function TimeFilter({ source, label, value, onChange, autoFocus }: FilterProps) {
  const say = useSay()
  const { gte = null, lte = null } = rangeBounds(value)
  const box = (key: 'gte' | 'lte', words: string, focus?: boolean) => (
    <OutlinedInput
      name={`${source}_${key === 'gte' ? 'from' : 'to'}`}
      type="time"
      size="small"
      fullWidth
      autoFocus={focus}
      value={textOf(key === 'gte' ? gte : lte)}
      onChange={(event) => {
        const next = Object.entries({ gte, lte, [key]: event.target.value || null }).filter(
          ([, bound]) => bound !== null,
        )
        onChange(next.length > 0 ? Object.fromEntries(next) : null)
      }}
      slotProps={{ input: { 'aria-label': `${label}: ${words}` } }}
    />
  )
  return (
    <FieldFrame label={label}>
      <Stack direction="row" spacing={1} role="group" aria-label={label}>
        {box('gte', say('filter.from'), autoFocus)}
        {box('lte', say('filter.to'))}
      </Stack>
    </FieldFrame>
  )
}

function TimeFilterText({ value }: FilterTextProps) {
  const { gte = null, lte = null } = rangeBounds(value)
  const [from, to] = [textOf(gte), textOf(lte)]
  if (from && to) return <>{from === to ? from : `${from} – ${to}`}</>
  return <>{from ? `≥ ${from}` : `≤ ${to}`}</>
}
