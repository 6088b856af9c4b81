import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
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
  const smallScreen = useSmallScreenChoices()
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
      <Popover {...menu} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        <Box sx={{ px: 2, pt: 1.5, pb: 1, minWidth: 220, maxWidth: 320 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>{text(data, 'email')}</Typography>
          {belongs && <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>{belongs}</Typography>}
        </Box>
        <Divider />
        <MenuList autoFocusItem={menu.open} aria-label={say('shell.user_menu', { name })}>
          {compact && smallScreen.map(({ key, label, lang, run }) => (
            <MenuItem key={key} lang={lang} onClick={() => { close(); run() }}>{label}</MenuItem>
          ))}
          <MenuItem onClick={() => { close(); void logout() }}>{say('ra.auth.logout')}</MenuItem>
        </MenuList>
      </Popover>
    </>
  )
}

/** Theme and language, which have no room in a small toolbar. */
function useSmallScreenChoices(): readonly { key: string; label: string; lang?: string; run: () => void }[] {
  const say = useSay()
  const [mode, choose] = useMode()
  const { languages, language, speak } = useLanguage()
  const dark = mode === 'dark'
  return [
    { key: 'theme', label: say(dark ? 'shell.light' : 'shell.dark'), run: () => choose(dark ? 'light' : 'dark') },
    ...languages.filter(({ id }) => id !== language).map(({ id, name }) => ({ key: id, label: name, lang: id, run: () => void speak(id) })),
  ]
}

function text(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

const initials = (name: string): string => name.split(/\s+/).slice(0, 2).map((word) => word.slice(0, 1).toUpperCase()).join('')
