import Box from '@mui/material/Box'
import { FailedNotice } from '#engine/client'

/** In the middle of a panel, instead of what could not be loaded. */
export function Failed({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', p: 4, flex: 1 }}>
      <FailedNotice tight title={title} failure={failure} onRetry={onRetry} />
    </Box>
  )
}
