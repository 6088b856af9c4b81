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
import { useShell } from '../app/shell-context'
import type { NavigationItem } from '../app/verified'
import { Brand } from './Brand'
import { isExternal, leadsTo } from './navigation'
import { useMenu } from './use-menu'

/** The menu above the page (layouts 2 and 3): a button for each group, which opens what is in it. It scrolls sideways where there are too many. */
export default function HorizontalNavigation() {
  const say = useSay()
  const { menu } = useShell()
  return (
    <Box component="nav" aria-label={say('shell.navigation')} sx={BAR}>
      <Brand narrow={false} />
      {menu.map((item) => <Part key={item.id} item={item} />)}
    </Box>
  )
}

const BAR = {
  height: 'var(--nav-height)', flexShrink: 0, display: 'flex', alignItems: 'center', gap: 0.5, pe: 1, overflowX: 'auto', overflowY: 'hidden', scrollbarWidth: 'thin',
  bgcolor: 'menu.main', color: 'menu.contrastText', borderBottom: 1, borderColor: 'divider',
} as const

/** What a link of the menu is: within the console, or to elsewhere in a window of its own. */
const linkOf = (item: NavigationItem) =>
  (isExternal(item) ? { component: 'a', href: item.url ?? '/', target: '_blank', rel: 'noreferrer' } : { component: LinkBase, to: item.url ?? '/' })

const isHere = (item: NavigationItem, pathname: string): boolean =>
  (item.children ? item.children.some((child) => isHere(child, pathname)) : item.type !== 'divider' && leadsTo(item.url ?? '/', pathname, item.exact))

function Part({ item }: { item: NavigationItem }) {
  const { pathname } = useLocation()
  const { button, menu, close } = useMenu()
  const here = isHere(item, pathname)
  const look = { flexShrink: 0, fontWeight: here ? 700 : 500, bgcolor: here ? 'action.selected' : undefined, outlineOffset: '-2px !important' }
  if (item.type === 'divider') return <Divider orientation="vertical" flexItem sx={{ my: 1 }} />
  if (!item.children) {
    return <Button {...linkOf(item)} color="inherit" aria-current={here ? 'page' : undefined} startIcon={<Icon name={item.icon} />} sx={look}>{item.title}</Button>
  }
  return (
    <>
      <Button {...button} color="inherit" endIcon={<ExpandMore aria-hidden />} sx={look}>{item.title}</Button>
      <Menu {...menu} slotProps={{ paper: { sx: { maxHeight: '70vh' } } }}>{entries(item.children, pathname, close)}</Menu>
    </>
  )
}

/** The entries of a group, those of a group within it under its name. */
function entries(items: readonly NavigationItem[], pathname: string, close: () => void): React.ReactNode[] {
  return items.flatMap((item) => {
    if (item.type === 'divider') return [<Divider key={item.id} />]
    if (item.children) return [<ListSubheader key={item.id} role="presentation" sx={{ lineHeight: '28px' }}>{item.title}</ListSubheader>, ...entries(item.children, pathname, close)]
    const here = isHere(item, pathname)
    return [
      <MenuItem key={item.id} {...linkOf(item)} selected={here} aria-current={here ? 'page' : undefined} onClick={close}>
        <ListItemIcon><Icon name={item.icon} /></ListItemIcon>
        {item.title}
      </MenuItem>,
    ]
  })
}
