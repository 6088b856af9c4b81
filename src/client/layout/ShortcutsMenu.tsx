import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import Popover from '@mui/material/Popover'
import Star from '@mui/icons-material/Star'
import StarBorder from '@mui/icons-material/StarBorder'
import TextField from '@mui/material/TextField'
import { LinkBase } from 'react-admin'
import { useState } from 'react'
import { fold } from '../../model/values/fold'
import { Icon } from '../../ui/show/Icon'
import { useSay } from '../../ui/show/style'
import { useShortcuts } from '../console/use-shortcuts'

/** Every page with its star. */
export default function ShortcutsMenu({
  id,
  open,
  anchorEl,
  onClose,
}: {
  id: string
  open: boolean
  anchorEl: HTMLElement | null
  onClose: () => void
}) {
  const say = useSay()
  const { all, favourites, toggle } = useShortcuts()
  const [text, setText] = useState('')
  const shown = all.filter(({ title }) => fold(title).includes(fold(text.trim())))
  return (
    <Popover
      id={id}
      open={open}
      anchorEl={anchorEl}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { 'aria-label': say('shell.shortcuts'), role: 'dialog', sx: { width: 320, maxWidth: '92vw' } },
      }}
    >
      <Box sx={{ p: 1.5, pb: 0.5 }}>
        <TextField
          autoFocus
          fullWidth
          label={say('shell.shortcuts_find')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 1, maxHeight: '60vh', overflow: 'auto' }}>
        {shown.map((one) => (
          <Box
            component="li"
            key={one.id}
            sx={{ display: 'flex', alignItems: 'center', minHeight: 36, gap: 1.5, paddingInlineStart: 1 }}
          >
            <Icon name={one.icon} />
            <Link
              component={LinkBase}
              to={one.url}
              onClick={onClose}
              underline="hover"
              color="inherit"
              noWrap
              sx={{ flex: 1 }}
            >
              {one.title}
            </Link>
            <Checkbox
              icon={<StarBorder />}
              checkedIcon={<Star />}
              checked={favourites.some(({ id: kept }) => kept === one.id)}
              onChange={() => void toggle(one.id)}
              slotProps={{ input: { 'aria-label': say('shell.shortcut_keep', { name: one.title }) } }}
            />
          </Box>
        ))}
        {shown.length === 0 && (
          <Box component="li" sx={{ px: 1, py: 1, color: 'text.secondary' }}>
            {say('shell.no_results')}
          </Box>
        )}
      </Box>
    </Popover>
  )
}
