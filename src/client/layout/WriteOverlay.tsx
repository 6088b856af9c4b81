import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { TrafficMeter } from '../provider/traffic'
import { useSay } from '../../ui/show/style'

// House rule for writes: shown when one lasts longer than this.
const PATIENCE_MS = 300

/** Covers everything while a write takes its time, so that nothing is sent twice. */
export function WriteOverlay({ traffic }: { traffic: TrafficMeter }) {
  const say = useSay()
  const { writes } = useSyncExternalStore(traffic.subscribe, traffic.current)
  const busy = writes > 0
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setShown(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [busy])
  if (!shown) return null
  return (
    <Box component="output" aria-label={say('ra.message.loading')} sx={{ position: 'fixed', inset: 0, zIndex: 'tooltip', display: 'grid', placeItems: 'center', bgcolor: 'rgba(0, 0, 0, 0.24)', cursor: 'progress' }}>
      <CircularProgress aria-hidden sx={{ bgcolor: 'background.paper', borderRadius: '50%', p: 1, boxShadow: 3 }} size={48} />
    </Box>
  )
}
