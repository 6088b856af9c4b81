import Box from '@mui/material/Box'
import type { FieldView } from '../../ui/field-view'
import { lateInput } from '../../ui/inputs/late-input'
import { RangeFilter, RangeText } from '../../ui/inputs/RangeFilter'
import { LateStars } from '../../ui/show/late-marks'

const RatingInput = lateInput(
  async () => (await import('./RatingInput')).RatingInput,
  () => <Box sx={{ minHeight: 38 }} />,
)

export const ratingView: FieldView = {
  align: 'left',
  Cell: LateStars,
  Input: RatingInput,
  Filter: RangeFilter,
  FilterText: RangeText,
}
