import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useState, type ReactNode } from 'react'

interface MapCellProps {
  /** What the button does, for those who hear it. */
  readonly name: string
  /** What stands in the cell. */
  readonly text: ReactNode
  readonly width: number
  readonly height: number
  /** The map, loaded when it is opened. */
  readonly children: ReactNode
}

/** A value on a map where it is read: its short form, which opens a small map beside it. */
export function MapCell({ name, text, width, height, children }: MapCellProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <ButtonBase
        aria-label={name}
        aria-haspopup="dialog"
        onClick={(event) => {
          // In a list the row under it opens the record.
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
        // React hands events of the popover to the row that it was opened from.
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
  gap: 0.5, font: 'inherit', color: 'primary.main', fontVariantNumeric: 'tabular-nums', borderRadius: 0.5,
  '&:hover': { textDecoration: 'underline' },
} as const
