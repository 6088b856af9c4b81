import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Engine } from '../app/engine'
import { PersonMark } from '../layout/PersonMark'
import { useSay } from '../../ui/style'
import { accountName } from './session'
import { useSwitch } from './use-switch'

/** On the login: the accounts that need no password now. */
export function StoredAccounts({ engine }: { engine: Engine }) {
  const say = useSay()
  const id = useId()
  const { others, switchTo } = useSwitch(engine.session, engine.calls)
  if (others.length === 0) return null
  return (
    <>
      <Typography id={id} variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>{say('login.continue_as')}</Typography>
      <List disablePadding aria-labelledby={id} sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
        {others.map((account) => (
          <li key={account.id}>
            <ListItemButton onClick={() => void switchTo(account)}>
              <ListItemIcon sx={{ minWidth: 40 }}><PersonMark name={accountName(account)} /></ListItemIcon>
              <ListItemText primary={accountName(account)} />
            </ListItemButton>
          </li>
        ))}
      </List>
    </>
  )
}
