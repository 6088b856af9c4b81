import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import Star from '@mui/icons-material/Star'
import StarBorder from '@mui/icons-material/StarBorder'
import TextField from '@mui/material/TextField'
import { LinkBase } from 'react-admin'
import { useState } from 'react'
import { fold } from '../../model/values/fold'
import { Icon } from '../../ui/show/Icon'
import { useSay } from '../../ui/show/style'
import { useShortcuts } from '../console/use-shortcuts'
import { BarPopover, type BarMenu } from './BarPopover'

/** Every page with its star. */
export default function ShortcutsMenu(menu: BarMenu) {
  const say = useSay()
  const { all, favourites, toggle } = useShortcuts()
  const [text, setText] = useState('')
  const shown = all.filter(({ title }) => fold(title).includes(fold(text.trim())))
  return (
    <BarPopover
      {...menu}
      label={say('shell.shortcuts')}
      width_px={320}
      space={1}
      head={
        <Box sx={{ p: 1.5, pb: 0.5 }}>
          <TextField
            autoFocus
            fullWidth
            label={say('shell.shortcuts_find')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Box>
      }
    >
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
            onClick={menu.onClose}
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
    </BarPopover>
  )
}
