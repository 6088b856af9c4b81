import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import StarBorder from '@mui/icons-material/StarBorder'
import Tooltip from '@mui/material/Tooltip'
import { LinkBase } from 'react-admin'
import { lazy, Suspense } from 'react'
import { Icon } from '../../ui/Icon'
import { useSay } from '../../ui/style'
import { useMenu } from './use-menu'
import { useShortcuts } from './use-shortcuts'

const ShortcutsMenu = lazy(() => import('./ShortcutsMenu'))

// As many as leave room for the rest of the toolbar on a small laptop; the others stand in the menu.
const MAX_SHOWN = 6

/** The user's favourite pages as icons, and the star that opens their list. */
export function Shortcuts({ compact }: { compact: boolean }) {
  const say = useSay()
  const { favourites } = useShortcuts()
  const { button, menu } = useMenu()
  const label = say('shell.shortcuts')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      {!compact && favourites.slice(0, MAX_SHOWN).map(({ id, title, url, icon }) => (
        <Tooltip key={id} title={title}>
          <IconButton component={LinkBase} to={url} aria-label={title}><Icon name={icon} /></IconButton>
        </Tooltip>
      ))}
      <IconButton {...button} aria-label={label} title={label}><StarBorder fontSize="small" /></IconButton>
      {menu.open && <Suspense fallback={null}><ShortcutsMenu {...menu} /></Suspense>}
    </Box>
  )
}
