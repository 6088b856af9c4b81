import Box from '@mui/material/Box'
import Popover from '@mui/material/Popover'
import type { ReactNode } from 'react'

/** What a button of the bar opens, as `useMenu` gives it. */
export interface BarMenu {
  readonly id: string
  readonly open: boolean
  readonly anchorEl: HTMLElement | null
  readonly onClose: () => void
}

interface BarPopoverProps extends BarMenu {
  readonly label: string
  readonly width_px: number
  /** Above the list, where it stays. */
  readonly head?: ReactNode
  /** The rows of the list, which scroll. */
  readonly children: ReactNode
  /** Space around the rows. */
  readonly space?: number
}

/** A list that a button of the bar opens below itself; on a phone nearly as wide as the screen. */
export function BarPopover({ label, width_px, head, children, space = 0, ...menu }: BarPopoverProps) {
  return (
    <Popover
      {...menu}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { 'aria-label': label, role: 'dialog', sx: { width: width_px, maxWidth: '92vw' } } }}
    >
      {head}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: space, maxHeight: '60vh', overflow: 'auto' }}>
        {children}
      </Box>
    </Popover>
  )
}
