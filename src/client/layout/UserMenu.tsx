import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useLogout } from 'react-admin'
import type { JsonObject } from '../../model/json'
import { useShell } from '../app/shell-context'
import { useMode } from '../theme/ThemeRoot'
import { useSay } from '../ui/style'
import { useLanguage } from './use-language'
import { useMenu } from './use-menu'

/** Who is logged in, and the way out. */
export function UserMenu({ compact }: { compact: boolean }) {
  const say = useSay()
  const logout = useLogout()
  const { data } = useShell().verified.user
  const { button, menu, close } = useMenu()
  const name = text(data, 'displayName') || text(data, 'email')
  const belongs = [text(data, 'ro_name'), text(data, 'co_name') || text(data, 'br_name')].filter(Boolean).join(' · ')
  return (
    <>
      <ButtonBase {...button} aria-label={say('shell.user_menu', { name })} sx={{ borderRadius: 1, p: 0.5, gap: 1, ml: 0.5 }}>
        <Avatar src={text(data, 'pic') || undefined} alt="" sx={{ width: 28, height: 28, fontSize: 13, bgcolor: 'primary.main', color: 'primary.contrastText' }}>
          {initials(name)}
        </Avatar>
        {!compact && <Typography noWrap sx={{ maxWidth: 180, fontWeight: 500 }}>{name}</Typography>}
      </ButtonBase>
      <Menu {...menu} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        <Box component="li" role="none" sx={{ px: 2, py: 1, minWidth: 220, maxWidth: 320 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>{text(data, 'email')}</Typography>
          {belongs && <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>{belongs}</Typography>}
        </Box>
        <Divider component="li" role="separator" />
        {compact && <SmallScreenChoices onChosen={close} />}
        <MenuItem onClick={() => { close(); void logout() }}>{say('ra.auth.logout')}</MenuItem>
      </Menu>
    </>
  )
}

/** Language and theme, which have no room in a small toolbar. */
function SmallScreenChoices({ onChosen }: { onChosen: () => void }) {
  const say = useSay()
  const [mode, choose] = useMode()
  const { languages, language, speak } = useLanguage()
  return (
    <Box component="li" role="none">
      <Box component="ul" role="group" sx={{ p: 0, listStyle: 'none' }}>
        <MenuItem onClick={() => { onChosen(); choose(mode === 'dark' ? 'light' : 'dark') }}>
          {say(mode === 'dark' ? 'shell.light' : 'shell.dark')}
        </MenuItem>
        {languages.filter(({ id }) => id !== language).map(({ id, name }) => (
          <MenuItem key={id} lang={id} onClick={() => { onChosen(); void speak(id) }}>{name}</MenuItem>
        ))}
        <Divider component="li" role="separator" />
      </Box>
    </Box>
  )
}

function text(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

const initials = (name: string): string => name.split(/\s+/).slice(0, 2).map((word) => word.slice(0, 1).toUpperCase()).join('')
