import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { Entry } from './entries'

/** A menu of things to do, opened from its anchor. */
export function EntriesMenu({ anchor, label, entries, onClose }: {
  anchor: HTMLElement | null; label: string; entries: readonly Entry[]; onClose: () => void
}) {
  return (
    <Menu
      open={Boolean(anchor)}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': label }, paper: { sx: { minWidth: 200 } } }}
    >
      {entries.flatMap((entry, index) => [
        entry.apart && index > 0 && <Divider key={`${entry.id}-line`} sx={{ my: 0.5 }} />,
        <Tooltip key={entry.id} title={entry.refused ?? ''} placement="left" enterTouchDelay={0}>
          <MenuItem
            aria-disabled={entry.refused !== undefined || undefined}
            onClick={() => {
              if (entry.refused !== undefined) return
              onClose()
              entry.run()
            }}
            sx={{ ...(entry.danger && { color: 'error.main' }), ...(entry.refused !== undefined && { opacity: 0.6, cursor: 'default' }) }}
          >
            <ListItemIcon sx={{ color: entry.danger ? 'inherit' : 'text.secondary' }}>{entry.icon}</ListItemIcon>
            <Typography variant="inherit" sx={{ flex: 1 }}>{entry.label}</Typography>
            {entry.keys && <Typography variant="caption" aria-hidden sx={{ color: 'text.disabled', ml: 3 }}>{entry.keys}</Typography>}
          </MenuItem>
        </Tooltip>,
      ])}
    </Menu>
  )
}
