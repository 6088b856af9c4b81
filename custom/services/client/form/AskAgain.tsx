import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { failureText } from '#engine/client'
import { useSay } from '#engine/ui'

/** Shown instead of a part of the form that could not be fetched: why, and a button to ask again. */
export function AskAgain({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const say = useSay()
  return (
    <Box role="alert" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography variant="body2" sx={{ color: 'error.main' }}>
        {failureText(failure, say)}
      </Typography>
      <Button size="small" variant="outlined" color="inherit" onClick={onRetry}>
        {say('actions.retry')}
      </Button>
    </Box>
  )
}
