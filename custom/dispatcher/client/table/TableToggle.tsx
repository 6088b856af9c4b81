import TableRows from '@mui/icons-material/TableRows'
import ToggleButton from '@mui/material/ToggleButton'
import { useSay } from '#engine/ui'

/** Between the vehicles in the order of their plates and the nearest first. */
export function TableToggle({ on, onToggle }: { on: boolean; onToggle: () => void }) {
  const label = useSay()('dispatcher.table.title')
  return (
    <ToggleButton value="table" selected={on} onChange={onToggle} aria-label={label} title={label} sx={{ width: 36, height: 36 }}>
      <TableRows fontSize="small" />
    </ToggleButton>
  )
}
