import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useState, type ReactNode } from 'react'

interface MapCellProps {
  /** What the button does, for screen readers. */
  readonly name: string
  /** The content of the cell. */
  readonly text: ReactNode
  readonly width: number
  readonly height: number
  /** The map, loaded when it is opened. */
  readonly children: ReactNode
}

/** A value on a map, read-only: its short form, which opens a small map next to it. */
export function MapCell({ name, text, width, height, children }: MapCellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <ButtonBase
        aria-label={name}
        aria-haspopup="dialog"
        onClick={(event) => {
          // In a list, a click on the row would open the record.
          event.stopPropagation()
          setAnchor(event.currentTarget)
        }}
        sx={LINK}
      >
        {text}
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        // React passes events of the popover to the row that it was opened from.
        onClick={(event) => event.stopPropagation()}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Box sx={{ width: `min(${width}px, 90vw)`, height }}>
          <Suspense fallback={<Skeleton variant="rectangular" height={height} />}>{children}</Suspense>
        </Box>
      </Popover>
    </>
  )
}

const LINK = {
  gap: 0.5,
  font: 'inherit',
  color: 'primary.main',
  fontVariantNumeric: 'tabular-nums',
  borderRadius: 0.5,
  '&:hover': { textDecoration: 'underline' },
} as const
