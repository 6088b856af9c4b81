import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ExpandMore from '@mui/icons-material/ExpandMore'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { LinkBase } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../ui/show/Icon'
import { useSay } from '../../ui/show/style'
import { useShell } from '../console/shell-context'
import type { NavigationItem } from '../../model/shell-answers'
import { Brand } from './Brand'
import { NavigationBadge } from './NavigationBadge'
import { isExternal, leadsTo } from '../console/navigation'
import { useMenu } from '../console/use-menu'

/**
 * The menu above the page (layouts 2 and 3): a button for each group, which opens what is in it. It scrolls sideways
 * where there are too many.
 */
export default function HorizontalNavigation() {
  const say = useSay()
  const { menu } = useShell()
  return (
    <Box component="nav" aria-label={say('shell.navigation')} sx={BAR}>
      <Brand narrow={false} />
      {menu.map((item) => (
        <Part key={item.id} item={item} />
      ))}
    </Box>
  )
}

const BAR = {
  height: 'var(--nav-height)',
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  paddingInlineEnd: 1,
  overflowX: 'auto',
  overflowY: 'hidden',
  scrollbarWidth: 'thin',
  bgcolor: 'menu.main',
  color: 'menu.contrastText',
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** What a link of the menu is: within the console, or to elsewhere in a window of its own. */
const linkOf = (item: NavigationItem) =>
  isExternal(item)
    ? { component: 'a', href: item.url ?? '/', target: '_blank', rel: 'noreferrer' }
    : { component: LinkBase, to: item.url ?? '/' }

interface Place {
  readonly pathname: string
  readonly search: string
}

const isHere = (item: NavigationItem, place: Place): boolean =>
  item.children
    ? item.children.some((child) => isHere(child, place))
    : item.type !== 'divider' && leadsTo(item.url ?? '/', place.pathname, item.exact, place.search)

function Part({ item }: { item: NavigationItem }) {
  const place = useLocation()
  const { button, menu, close } = useMenu()
  const here = isHere(item, place)
  const look = {
    flexShrink: 0,
    fontWeight: here ? 700 : 500,
    bgcolor: here ? 'action.selected' : undefined,
    outlineOffset: '-2px !important',
  }
  if (item.type === 'divider') return <Divider orientation="vertical" flexItem sx={{ my: 1 }} />
  if (!item.children) {
    return (
      <Button
        {...linkOf(item)}
        color="inherit"
        aria-current={here ? 'page' : undefined}
        startIcon={<Icon name={item.icon} />}
        sx={look}
      >
        {item.title}
        <PartBadge badge={item.badge} />
      </Button>
    )
  }
  return (
    <>
      <Button {...button} color="inherit" endIcon={<ExpandMore aria-hidden />} sx={look}>
        {item.title}
        <PartBadge badge={item.badge} />
      </Button>
      <Menu {...menu} slotProps={{ paper: { sx: { maxHeight: '70vh' } } }}>
        {entries(item.children, place, close)}
      </Menu>
    </>
  )
}

const PartBadge = ({ badge }: Pick<NavigationItem, 'badge'>) =>
  badge ? (
    <Box component="span" sx={{ marginInlineStart: 0.75, display: 'flex' }}>
      <NavigationBadge badge={badge} />
    </Box>
  ) : null

/** The entries of a group, those of a group within it under its name. */
function entries(items: readonly NavigationItem[], place: Place, close: () => void): React.ReactNode[] {
  return items.flatMap((item) => {
    if (item.type === 'divider') return [<Divider key={item.id} />]
    if (item.children)
      return [
        <ListSubheader key={item.id} role="presentation" sx={{ lineHeight: '28px' }}>
          {item.title}
        </ListSubheader>,
        ...entries(item.children, place, close),
      ]
    const here = isHere(item, place)
    return [
      <MenuItem
        key={item.id}
        {...linkOf(item)}
        selected={here}
        aria-current={here ? 'page' : undefined}
        onClick={close}
      >
        <ListItemIcon>
          <Icon name={item.icon} />
        </ListItemIcon>
        <Box component="span" sx={{ flex: 1, marginInlineEnd: item.badge ? 1 : 0 }}>
          {item.title}
        </Box>
        <NavigationBadge badge={item.badge} />
      </MenuItem>,
    ]
  })
}
