import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { CellProps, FieldView, InputProps } from '../../ui/field-view'
import { RingOutline } from '../../ui/show/RingOutline'
import { RingText } from '../../ui/inputs/RingText'
import { useSay } from '../../ui/show/style'
import { isRing } from '../../model/values/ring-json'

export const polygonView: FieldView = {
  align: 'left',
  Cell: PolygonCell,
  Input: PolygonInput,
  // Cannot be filtered: the metadata check refuses it.
  Filter: () => null,
}

function PolygonCell({ value }: CellProps) {
  const say = useSay()
  return isRing(value) ? <RingOutline ring={value} label={say('field.vertices', { count: value.length })} /> : null
}

/** The corners as text, next to the outline they make. */
function PolygonInput(props: InputProps) {
  const say = useSay()
  const { value, error } = props
  return (
    <Stack direction="row" spacing={2}>
      <RingText {...props} />
      {isRing(value) && value.length > 2 && (
        <Box sx={{ flex: 'none', pt: '22px', color: error ? 'error.main' : 'primary.main' }}>
          <RingOutline ring={value} label={say('field.vertices', { count: value.length })} width={96} height={96} />
        </Box>
      )}
    </Stack>
  )
}
