import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpen from '@mui/icons-material/MenuOpen'
import { useSay } from '../../ui/show/style'
import { UserMenu } from './UserMenu'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useLanguage } from './use-language'
import { useMenu } from '../console/use-menu'
import StarBorder from '@mui/icons-material/StarBorder'
import Tooltip from '@mui/material/Tooltip'
import { LinkBase } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/show/Icon'
import { useShortcuts } from '../console/use-shortcuts'
import ButtonBase from '@mui/material/ButtonBase'
import Search from '@mui/icons-material/Search'
import { useKeys } from '../../ui/keys'

// It rings after the page is there.
const NoticeBell = lazy(() => import('./NoticeBell'))
const SearchDialog = lazy(() => import('./SearchDialog'))

/** Opens the search for any page by its name: a button that looks like a field, and Ctrl+K. */
function NavigationSearch({ compact }: { compact: boolean }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const label = say('shell.search')
  useKeys([{ keys: 'ctrl+k', label, run: () => setOpen(true), opens: true }])
  return (
    <>
      {compact ? (
        <IconButton aria-label={label} onClick={() => setOpen(true)}>
          <Search />
        </IconButton>
      ) : (
        <ButtonBase onClick={() => setOpen(true)} aria-keyshortcuts="Control+K" sx={FIELD}>
          <Search aria-hidden sx={{ fontSize: 18 }} />
          <Box component="span" sx={{ flex: 1, textAlign: 'start' }}>
            {label}
          </Box>
          <Box
            component="kbd"
            aria-hidden
            sx={{
              fontFamily: 'inherit',
              fontSize: '0.75rem',
              border: 1,
              borderColor: 'divider',
              borderRadius: 0.5,
              px: 0.5,
            }}
          >
            Ctrl K
          </Box>
        </ButtonBase>
      )}
      {open && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const FIELD = {
  width: 280,
  maxWidth: '40vw',
  height: 32,
  marginInlineStart: 1,
  px: 1.25,
  gap: 1,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  '&:hover': { borderColor: 'text.secondary' },
} as const

const ShortcutsMenu = lazy(() => import('./ShortcutsMenu'))

// More would not leave room for the toolbar on a small laptop; the others are in the menu.
const MAX_SHOWN = 6

/** The user's favourite pages as icons, and the star that opens their list. */
function Shortcuts({ compact }: { compact: boolean }) {
  const say = useSay()
  const { favourites } = useShortcuts()
  const { button, menu } = useMenu()
  const label = say('shell.shortcuts')
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      {!compact &&
        favourites.slice(0, MAX_SHOWN).map(({ id, title, url, icon }) => (
          <Tooltip key={id} title={title}>
            <IconButton component={LinkBase} to={url} aria-label={title}>
              <Icon name={icon} />
            </IconButton>
          </Tooltip>
        ))}
      <IconButton {...button} aria-label={label} title={label}>
        <StarBorder fontSize="small" />
      </IconButton>
      {menu.open && (
        <Suspense fallback={null}>
          <ShortcutsMenu {...menu} />
        </Suspense>
      )}
    </Box>
  )
}

/** The user's language. */
function LanguageMenu() {
  const say = useSay()
  const { languages, language, speak } = useLanguage()
  const { button, menu, close } = useMenu()
  const label = say('shell.language')
  return (
    <>
      <Button
        {...button}
        color="inherit"
        aria-label={`${label}: ${language}`}
        title={label}
        sx={{ minWidth: 40, px: 1, textTransform: 'uppercase' }}
      >
        {language}
      </Button>
      <Menu {...menu}>
        {languages.map(({ id, name }) => (
          <MenuItem
            key={id}
            lang={id}
            selected={id === language}
            onClick={() => {
              close()
              void speak(id)
            }}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

const PlaceMenu = lazy(() => import('./PlaceMenu'))
const SettingsPanel = lazy(() => import('./SettingsPanel'))

/**
 * The bar above every page. On a small screen language and appearance move into the user menu; where the menu stands
 * above, nothing folds it.
 */
export function Toolbar({
  mobile,
  navigationOpen,
  onNavigation,
}: {
  mobile: boolean
  navigationOpen: boolean
  onNavigation: (() => void) | null
}) {
  const say = useSay()
  const [panel, setPanel] = useState(false)
  const appearance = say('appearance.title')
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
      {onNavigation && (
        <IconButton onClick={onNavigation} aria-label={label} aria-expanded={navigationOpen} title={label}>
          {navigationOpen && !mobile ? <MenuOpen /> : <MenuIcon />}
        </IconButton>
      )}
      <NavigationSearch compact={mobile} />
      <Box sx={{ flex: 1 }} />
      <Suspense fallback={null}>
        <PlaceMenu compact={mobile} />
      </Suspense>
      <Shortcuts compact={mobile} />
      <Suspense fallback={<IconButton disabled aria-hidden sx={{ width: 34 }} />}>
        <NoticeBell />
      </Suspense>
      {!mobile && (
        <IconButton aria-label={appearance} title={appearance} onClick={() => setPanel(true)}>
          <Icon name="palette" />
        </IconButton>
      )}
      {!mobile && <LanguageMenu />}
      <UserMenu compact={mobile} onAppearance={() => setPanel(true)} />
      {panel && (
        <Suspense fallback={null}>
          <SettingsPanel onClose={() => setPanel(false)} />
        </Suspense>
      )}
    </Box>
  )
}
