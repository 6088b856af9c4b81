import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import { alpha } from '@mui/material/styles'
import { LinkBase } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { useConsole } from '../console/console'
import type { NavigationItem } from '../../model/shell-answers'
import { Icon } from '../../ui/show/Icon'
import { NavigationBadge } from './NavigationBadge'
import { isExternal, leadsTo } from '../console/navigation'

/** One entry of the menu that leads somewhere. */
export function NavigationEntry({ item, narrow, onGo }: { item: NavigationItem; narrow: boolean; onGo?: () => void }) {
  const { pathname, search } = useLocation()
  const url = item.url ?? '/'
  const { model } = useConsole()
  // A page whose address ends in a value has one entry for all values.
  const own = Object.values(model.resources).find(({ module, param }) => param && module === item.id)
  const here = leadsTo(own?.route ?? url, pathname, item.exact, search)
  const said = item.badge ? `${item.title} (${item.badge.title})` : item.title
  const link = isExternal(item)
    ? { component: 'a', href: url, target: '_blank', rel: 'noreferrer' }
    : { component: LinkBase, to: url }
  return (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <ListItemButton
        {...link}
        onClick={onGo}
        selected={here}
        aria-current={here ? 'page' : undefined}
        aria-label={narrow ? said : undefined}
        title={narrow ? said : undefined}
        sx={ENTRY}
      >
        <Box component="span" sx={{ display: 'flex', opacity: here ? 1 : 0.7 }}>
          <Icon name={item.icon} />
        </Box>
        {!narrow && (
          <Box component="span" sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {item.title}
          </Box>
        )}
        {!narrow && <NavigationBadge badge={item.badge} />}
      </ListItemButton>
    </Box>
  )
}

const ENTRY = {
  minHeight: 36,
  py: 0,
  px: 1.75,
  gap: 1.5,
  borderRadius: 1,
  color: 'inherit',
  outlineOffset: '-2px !important',
  '&:hover': {
    bgcolor: (theme: { palette: { menu: { contrastText: string } } }) => alpha(theme.palette.menu.contrastText, 0.06),
  },
  '&.Mui-selected, &.Mui-selected:hover': {
    bgcolor: (theme: { palette: { menu: { contrastText: string } } }) => alpha(theme.palette.menu.contrastText, 0.1),
    fontWeight: 600,
  },
} as const
