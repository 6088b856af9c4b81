import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'

/** An icon that switches something of the map on and off. */
export function HeaderToggle({
  label,
  on,
  onToggle,
  children,
}: {
  label: string
  on: boolean
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <Tooltip title={label}>
      <ToggleButton
        value={label}
        selected={on}
        onChange={onToggle}
        aria-label={label}
        size="small"
        sx={{ width: 36, height: 36 }}
      >
        {children}
      </ToggleButton>
    </Tooltip>
  )
}
