import Button from '@mui/material/Button'
import SyncProblem from '@mui/icons-material/SyncProblem'
import Box from '@mui/material/Box'
import { sentenceOf } from '#engine/client'
import { Message, useSay } from '#engine/ui'

/** Shown instead of what could not be loaded: why, and a button to retry. */
export function Failed({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  const say = useSay()
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', p: 4, flex: 1 }}>
      <Message
        icon={<SyncProblem />}
        tone="error"
        title={title}
        text={sentenceOf(failure) ?? undefined}
        action={
          <Button variant="outlined" onClick={onRetry}>
            {say('dispatcher.retry')}
          </Button>
        }
      />
    </Box>
  )
}
