import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { useSay } from '../../ui/show/style'
import { Brand } from './Brand'
import { NavigationTree, SURFACE, WIDE } from './Navigation'

/** The menu as a drawer over a small screen. */
export default function MobileNavigation({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { sx: { ...SURFACE, width: WIDE, maxWidth: '85vw' } } }}>
      <Box
        component="nav"
        aria-label={say('shell.navigation')}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <Brand narrow={false} />
        <NavigationTree narrow={false} onGo={onClose} />
      </Box>
    </Drawer>
  )
}
