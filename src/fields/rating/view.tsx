import Box from '@mui/material/Box'
import type { CellProps, FieldView } from '../../ui/field-view'
import { lateInput } from '../../ui/inputs/late-input'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import { useSay } from '../../ui/show/style'
import { starsOf } from './data'

const RatingInput = lateInput(async () => (await import('./RatingInput')).RatingInput, () => <Box sx={{ minHeight: 38 }} />)

export const ratingView: FieldView = { align: 'left', Cell: RatingCell, Input: RatingInput, Filter: RangeFilter, FilterText: RangeText }

function RatingCell({ field, value }: CellProps) {
  const say = useSay()
  const max = starsOf(field.schema)
  const given = Math.min(Math.max(Number(value), 0), max)
  return <span role="img" aria-label={say('field.stars', { n: given, max })} style={{ letterSpacing: 1, whiteSpace: 'nowrap' }}>{'★'.repeat(given)}{'☆'.repeat(max - given)}</span>
}
