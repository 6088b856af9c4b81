import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { Component, lazy, Suspense, useState, type ReactNode } from 'react'
import { Notice, useSay } from '#engine/ui'
import type { BoardMapProps } from './DispatcherMap'

const load = () => lazy(() => import('./DispatcherMap').then(({ DispatcherMap }) => ({ default: DispatcherMap })))

/** The board's map, whose code comes by itself: where it cannot be fetched, the form and the fleet go on without it. */
export function BoardMap(props: BoardMapProps) {
  const [Loaded, setLoaded] = useState(load)
  return (
    <MapBoundary lost={<Lost onRetry={() => setLoaded(load)} />} of={Loaded}>
      <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}><Loaded {...props} /></Suspense>
    </MapBoundary>
  )
}

interface Props { readonly lost: ReactNode; readonly of: unknown; readonly children: ReactNode }
interface State { readonly of: unknown; readonly broken: boolean }

/** Keeps what stands beside the map when the map fails. */
class MapBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of, broken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, broken: false }
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.lost : this.props.children
  }
}

function Lost({ onRetry }: { readonly onRetry: () => void }) {
  const say = useSay()
  return <Notice icon="error" title={say('dispatcher.map_lost')} text={say('dispatcher.map_lost_text')} action={<Button variant="outlined" onClick={onRetry}>{say('actions.retry')}</Button>} />
}
