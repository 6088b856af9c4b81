import LinearProgress from '@mui/material/LinearProgress'
import { useSyncExternalStore } from 'react'
import { useShell } from '../app/shell-context'

/** A thin bar while something is being read; it takes no room. */
export function ReadBar() {
  const { traffic } = useShell()
  const { reads } = useSyncExternalStore(traffic.subscribe, traffic.current)
  return (
    <LinearProgress
      aria-hidden
      sx={{
        position: 'absolute',
        insetInline: 0,
        top: 0,
        height: 2,
        zIndex: 'appBar',
        pointerEvents: 'none',
        opacity: reads > 0 ? 1 : 0,
        // An answer from next door is there before the bar is.
        transition: reads > 0 ? 'opacity 100ms 80ms' : 'opacity 200ms',
        '& *': { animationPlayState: reads > 0 ? 'running' : 'paused' },
      }}
    />
  )
}
