import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { lazy, Suspense, useState } from 'react'
import { Boundary, Notice, useSay } from '#engine/ui'
import type { BoardMapProps } from './DispatcherMap'

const load = () => lazy(() => import('./DispatcherMap').then(({ DispatcherMap }) => ({ default: DispatcherMap })))

/**
 * The board's map, whose code comes by itself: where it cannot be fetched, the form and the fleet go on without it.
 * Older browsers keep a file that did not come for as long as the page is open: after a retry in vain the page can be
 * loaded anew, which keeps what was typed.
 */
export function BoardMap(props: BoardMapProps) {
  const [{ Loaded, tries }, setTried] = useState(() => ({ Loaded: load(), tries: 0 }))
  const again = () => setTried((last) => ({ Loaded: load(), tries: last.tries + 1 }))
  return (
    <Boundary lost={<Lost onRetry={again} isVain={tries > 0} />} of={Loaded}>
      <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
        <Loaded {...props} />
      </Suspense>
    </Boundary>
  )
}

function Lost({ onRetry, isVain }: { readonly onRetry: () => void; readonly isVain: boolean }) {
  const say = useSay()
  const buttons = (
    <Stack direction="row" spacing={1} sx={{ justifyContent: 'center' }}>
      <Button variant="outlined" onClick={onRetry}>
        {say('actions.retry')}
      </Button>
      {isVain && (
        <Button variant="outlined" onClick={() => window.location.reload()}>
          {say('actions.reload')}
        </Button>
      )}
    </Stack>
  )
  return (
    <Notice
      icon="error"
      title={say('dispatcher.map_lost')}
      text={say(isVain ? 'dispatcher.map_lost_reload' : 'dispatcher.map_lost_text')}
      action={buttons}
    />
  )
}
