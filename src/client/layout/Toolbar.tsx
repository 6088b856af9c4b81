import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import { useSay } from '../../ui/style'
import { BranchMenu } from './BranchMenu'
import { LanguageMenu } from './LanguageMenu'
import { NavigationSearch } from './NavigationSearch'
import { Shortcuts } from './Shortcuts'
import { ThemeToggle } from './ThemeToggle'
import { UserMenu } from './UserMenu'

/** The bar above every page. On a small screen language and theme move into the user menu. */
export function Toolbar({ mobile, navigationOpen, onNavigation }: { mobile: boolean; navigationOpen: boolean; onNavigation: () => void }) {
  const say = useSay()
  const label = say(navigationOpen ? 'ra.action.close_menu' : 'ra.action.open_menu')
  return (
    <Box
      component="header"
      sx={{
        height: 'var(--toolbar-height)',
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton onClick={onNavigation} aria-label={label} aria-expanded={navigationOpen} title={label}>
        {navigationOpen && !mobile ? <MenuOpen /> : <MenuIcon />}
      </IconButton>
      <NavigationSearch compact={mobile} />
      <Box sx={{ flex: 1 }} />
      <BranchMenu compact={mobile} />
      <Shortcuts compact={mobile} />
      {!mobile && <ThemeToggle />}
      {!mobile && <LanguageMenu />}
      <UserMenu compact={mobile} />
    </Box>
  )
}
