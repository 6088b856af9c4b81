import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import type { MenuItemEntry } from './entries'

/** A menu of things to do, opened from its anchor. */
export function EntriesMenu({
  anchor,
  label,
  entries,
  onClose,
}: {
  anchor: HTMLElement | null
  label: string
  entries: readonly MenuItemEntry[]
  onClose: () => void
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
        <MenuItem
          key={entry.id}
          aria-disabled={entry.refused !== undefined || undefined}
          onClick={() => {
            if (entry.refused !== undefined) return
            onClose()
            entry.run()
          }}
          sx={{
            ...(entry.danger && { color: 'error.main' }),
            ...(entry.refused !== undefined && { cursor: 'default' }),
          }}
        >
          <ListItemIcon
            sx={{
              color: entry.danger ? 'inherit' : 'text.secondary',
              ...(entry.refused !== undefined && { opacity: 0.5 }),
            }}
          >
            {entry.icon}
          </ListItemIcon>
          <Typography component="span" variant="inherit" sx={{ flex: 1 }}>
            <Typography
              component="span"
              variant="inherit"
              sx={entry.refused === undefined ? undefined : { color: 'text.disabled' }}
            >
              {entry.label}
            </Typography>
            {entry.refused !== undefined && (
              // Visible text instead of a tooltip: touch has no hover.
              <Typography
                component="span"
                variant="caption"
                sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal', maxWidth: 220 }}
              >
                {entry.refused}
              </Typography>
            )}
          </Typography>
          {entry.keys && (
            <Typography variant="caption" aria-hidden sx={{ color: 'text.disabled', marginInlineStart: 3 }}>
              {entry.keys}
            </Typography>
          )}
        </MenuItem>,
      ])}
    </Menu>
  )
}
