import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { Boundary, Notice, useSay } from '#engine/ui'
import type { BoardMapProps } from './DispatcherMap'

const load = () => lazy(() => import('./DispatcherMap').then(({ DispatcherMap }) => ({ default: DispatcherMap })))

/** The board's map, whose code comes by itself: where it cannot be fetched, the form and the fleet go on without it. */
export function BoardMap(props: BoardMapProps) {
  const [Loaded, setLoaded] = useState(load)
  return (
    <Boundary lost={<Lost onRetry={() => setLoaded(load)} />} of={Loaded}>
      <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}><Loaded {...props} /></Suspense>
    </Boundary>
  )
}

function Lost({ onRetry }: { readonly onRetry: () => void }) {
  const say = useSay()
  return <Notice icon="error" title={say('dispatcher.map_lost')} text={say('dispatcher.map_lost_text')} action={<Button variant="outlined" onClick={onRetry}>{say('actions.retry')}</Button>} />
}
