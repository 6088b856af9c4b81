import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useId, useState, type ReactNode } from 'react'
import { HIDDEN } from '#engine/ui'
import { useRideCarry } from '../drop/ride-carry'

interface SegmentProps {
  readonly tone: 'error' | 'warning' | 'neutral'
  readonly icon: ReactNode
  readonly text: string
  readonly alert?: boolean
  /** What is done about all of them. */
  readonly head?: ReactNode
  readonly children: (close: () => void) => ReactNode
}

/** One kind of alerts: how many there are, and their list when it is pressed. */
export function Segment({ tone, icon, text, alert = false, head, children }: SegmentProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const close = (): void => setAnchor(null)
  // The vehicles lie beneath.
  const isCarrying = useRideCarry()?.isCarrying === true
  return (
    <>
      <Button
        id={id}
        color={tone === 'neutral' ? 'inherit' : tone}
        variant={tone === 'neutral' ? 'text' : 'contained'}
        startIcon={icon}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={PRESS}
      >
        {text}
      </Button>
      {/* Read at once by screen readers; the button keeps its own name. */}
      <Box role="alert" style={HIDDEN}>
        {alert ? text : ''}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        sx={isCarrying ? OUT_OF_THE_WAY : undefined}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-labelledby': id,
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', maxHeight: 420 },
          },
        }}
      >
        {head && <Box sx={{ px: 2, pt: 1.5 }}>{head}</Box>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {children(close)}
        </Box>
      </Popover>
    </>
  )
}

const OUT_OF_THE_WAY = { opacity: 0, pointerEvents: 'none', '& *': { pointerEvents: 'none !important' } } as const

/** A button of the strip. */
export const PRESS = { textTransform: 'none', whiteSpace: 'nowrap' } as const
