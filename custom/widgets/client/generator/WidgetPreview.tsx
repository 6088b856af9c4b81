import Box from '@mui/material/Box'
import { useSay } from '#engine/ui'
import { embedAddress, frameStyle } from '../../model/embed-code'
import type { WidgetAppearance } from '../../model/widget-calls'

interface WidgetPreviewProps {
  readonly id: number
  readonly name: string
  readonly appearance: WidgetAppearance
}

/** The widget as another page would show it; its own colours stand on white, whatever the console's theme. */
export function WidgetPreview({ id, name, appearance }: WidgetPreviewProps) {
  const say = useSay()
  // In a dialog the height of a window would push everything else out.
  const style = { ...frameStyle(appearance), ...(appearance.height === 0 && { height: '70vh' }) }
  return (
    <Box
      component="section"
      aria-label={say('widgets.generator.preview')}
      sx={{
        overflow: 'auto',
        p: 2,
        borderRadius: 1,
        bgcolor: '#fff',
        border: 1,
        borderColor: 'divider',
        minHeight: 320,
      }}
    >
      <Box component="iframe" src={embedAddress('', id)} title={name} sx={{ display: 'block', ...style }} />
    </Box>
  )
}
