import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { TrafficMeter } from '../provider/traffic'
import { useSay } from '../../ui/show/style'

/** What a write does, by the end of its path (spec 2 §8); of another it is not said. */
const DOING: { readonly [verb: string]: string } = {
  create: 'saving',
  saveRows: 'saving',
  set: 'saving',
  enable: 'activating',
  disable: 'deactivating',
}

// House rule for writes: shown when one lasts longer than this.
const PATIENCE_MS = 300

/** Covers everything while a write takes its time, so that nothing is sent twice. */
export function WriteOverlay({ traffic }: { traffic: TrafficMeter }) {
  const say = useSay()
  const { writes, path } = useSyncExternalStore(traffic.subscribe, traffic.current)
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
  const doing = DOING[path.slice(path.lastIndexOf('/') + 1)]
  const said = say(doing ? `progress.${doing}` : 'ra.message.loading')
  // Beside the page and its dialogs: what an open dialog hides from a screen reader is not heard.
  return createPortal(
    <Box
      component="output"
      aria-label={said}
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: 'tooltip',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1.5,
        bgcolor: 'rgba(0, 0, 0, 0.24)',
        cursor: 'progress',
      }}
    >
      <CircularProgress
        aria-hidden
        sx={{ bgcolor: 'background.paper', borderRadius: '50%', p: 1, boxShadow: 3 }}
        size={48}
      />
      {doing && (
        <Box
          component="span"
          aria-hidden
          sx={{ px: 1.5, py: 0.5, borderRadius: 1, bgcolor: 'background.paper', boxShadow: 3 }}
        >
          {said}
        </Box>
      )}
    </Box>,
    document.body,
  )
}
