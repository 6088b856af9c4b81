import Box from '@mui/material/Box'
import List from '@mui/material/List'
import { useStore } from 'react-admin'
import type { NavigationItem } from '../app/verified'
import { useShell } from '../app/shell-context'
import { NavigationEntry } from './NavigationEntry'
import { NavigationFold } from './NavigationFold'

/** The menu as the server has it: groups, folds and entries. */
export function NavigationTree({ narrow, onGo }: { narrow: boolean; onGo?: () => void }) {
  const { menu } = useShell()
  return (
    <List sx={{ flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', py: 0.5, px: 1, scrollbarWidth: 'thin' }}>
      {menu.map((item) => <Branch key={item.id} item={item} narrow={narrow} onGo={onGo} />)}
    </List>
  )
}

interface BranchProps { readonly item: NavigationItem; readonly narrow: boolean; readonly onGo?: () => void }

function Branch({ item, narrow, onGo }: BranchProps) {
  const [closed, setClosed] = useStore<readonly string[]>('navigation.closed', [])
  const inner = (children: readonly NavigationItem[] = []) =>
    children.map((child) => <Branch key={child.id} item={child} narrow={narrow} onGo={onGo} />)
  if (item.type === 'divider') return <Box component="li" aria-hidden sx={{ my: 0.5, mx: 1, borderTop: 1, borderColor: 'currentColor', opacity: 0.16 }} />
  if (item.type === 'group' || item.type === 'collapse') {
    const open = !closed.includes(item.id)
    const toggle = (): void => setClosed(open ? [...closed, item.id] : closed.filter((id) => id !== item.id))
    return (
      <NavigationFold title={item.title} icon={item.type === 'collapse' ? item.icon : null} narrow={narrow} open={open} onToggle={toggle}>
        {inner(item.children)}
      </NavigationFold>
    )
  }
  return <NavigationEntry item={item} narrow={narrow} onGo={onGo} />
}
