import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { keyframes } from '@mui/material/styles'
import { useSay } from '../../ui/show/style'

// A cached chunk is loaded sooner than this; nothing should flash.
const late = keyframes({ '0%, 60%': { opacity: 0 }, '100%': { opacity: 1 } })

/** Shown while a page's code is loaded. */
export function PageLoading() {
  const say = useSay()
  return (
    <Box component="output" aria-label={say('ra.message.loading')} sx={{ m: 'auto', p: 6, animation: `${late} 500ms` }}>
      <CircularProgress size={28} aria-hidden />
    </Box>
  )
}
