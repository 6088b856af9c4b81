import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'
import { useSay } from '../show/style'
import type { HeldKeys } from './hold'

/**
 * Says that keys wait for what is being opened or saved, and that some were not used. Never which: a password may be
 * among them.
 */
export function HeldKeysSign({ held }: { held: HeldKeys }) {
  const say = useSay()
  const waiting = useSyncExternalStore(held.subscribe, held.waiting)
  const dropped = useSyncExternalStore(held.subscribe, held.dropped)
  if (waiting === 0 && dropped === 0) return null
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        bottom: 12,
        left: 0,
        right: 0,
        zIndex: 'tooltip',
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 2,
        pointerEvents: 'none',
      }}
    >
      {dropped > 0 && (
        <Alert
          severity="warning"
          variant="filled"
          onClose={held.forgive}
          closeText={say('ra.action.close')}
          sx={{ pointerEvents: 'auto' }}
        >
          {say('typing.dropped', { smart_count: dropped })}
        </Alert>
      )}
      {waiting > 0 && <Box sx={WAITING}>{say('typing.waiting', { smart_count: waiting })}</Box>}
    </Box>
  )
}

const WAITING = {
  bgcolor: 'text.primary',
  color: 'background.paper',
  borderRadius: 1,
  px: 1.5,
  py: 0.5,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  // What waits for a moment needs no sign.
  animation: 'held-keys 0s linear 150ms both',
  '@keyframes held-keys': { from: { visibility: 'hidden' }, to: { visibility: 'visible' } },
} as const
