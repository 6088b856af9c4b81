import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { InputProps } from '../../ui/field-view'
import { RingOutline } from '../../ui/show/RingOutline'
import { RingText } from '../../ui/inputs/RingText'
import { useSay } from '../../ui/show/style'
import { isRing } from '../../model/values/ring-json'

/** The corners as text, next to the outline they make. */
export function PolygonInput(props: InputProps) {
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
