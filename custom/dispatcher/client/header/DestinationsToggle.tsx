import Moving from '@mui/icons-material/Moving'
import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import { useSay } from '#engine/ui'

/** Whether lines lead from busy vehicles to where they go. */
export function DestinationsToggle({ on, onToggle }: { on: boolean; onToggle: () => void }) {
  const label = useSay()('dispatcher.destinations')
  return (
    <Tooltip title={label}>
      <ToggleButton value="destinations" selected={on} onChange={onToggle} aria-label={label} size="small" sx={{ width: 36, height: 36 }}>
        <Moving fontSize="small" />
      </ToggleButton>
    </Tooltip>
  )
}
