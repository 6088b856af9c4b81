import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Link } from 'react-router-dom'
import { useSay } from '#engine/ui'

/** The two halves of the past: how it was, and how it would have been. */
export function PastTabs({ at }: { readonly at: 'board' | 'rules' }) {
  const say = useSay()
  return (
    <Tabs
      value={at}
      aria-label={say('modules.past')}
      sx={{ minHeight: 36, borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { minHeight: 36, py: 0.5 } }}
    >
      <Tab value="board" label={say('past.tab_board')} component={Link} to="/past" />
      <Tab value="rules" label={say('past.tab_rules')} component={Link} to="/past/rules" />
    </Tabs>
  )
}
