import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Engine } from '../app/engine'
import { sentenceOf, statusOf } from '../provider/failure'
import { Notice } from '../../ui/Notice'
import { usePageTitle } from '../../ui/page-title'
import { useSay } from '../../ui/style'

/** Full screen, when the session cannot be verified or the Model not be read (spec §8). */
export function SessionFailure({ engine, token, error, onRetry }: { engine: Engine; token: string; error: Error; onRetry: () => void }) {
  const say = useSay()
  const offline = statusOf(error) === 0
  usePageTitle(say('errors.title'))
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'flex' }}>
      <Notice
        page
        icon={offline ? 'offline' : 'error'}
        title={say('errors.session')}
        text={sentenceOf(error) ?? say('errors.default')}
        caption={offline ? say('errors.network_caption') : undefined}
        action={
          <>
            <Button variant="contained" autoFocus onClick={onRetry}>{say('actions.retry')}</Button>
            <Button onClick={() => engine.session.end(token, 'left')}>{say('ra.auth.logout')}</Button>
          </>
        }
      />
    </Box>
  )
}
