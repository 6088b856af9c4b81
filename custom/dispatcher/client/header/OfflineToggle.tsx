import MobileOff from '@mui/icons-material/MobileOff'
import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import { useSay } from '#engine/ui'

/** Whether the map draws vehicles that nobody drives. */
export function OfflineToggle({ on, onToggle }: { on: boolean; onToggle: () => void }) {
  const label = useSay()('dispatcher.fleet_offline')
  return (
    <Tooltip title={label}>
      <ToggleButton value="offline" selected={on} onChange={onToggle} aria-label={label} size="small" sx={{ width: 36, height: 36 }}>
        <MobileOff fontSize="small" />
      </ToggleButton>
    </Tooltip>
  )
}
