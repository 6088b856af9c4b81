import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import ListSubheader from '@mui/material/ListSubheader'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { LinkBase, useLogout } from 'react-admin'
import { useShell } from '../console/shell-context'
import { shownName } from '../session/session'
import { useSwitch } from '../console/use-switch'
import type { JsonObject } from '../../model/json'
import { useSay } from '../../ui/show/style'
import { PersonMark } from '../resource/people/PersonMark'
import { useMenu } from '../console/use-menu'
import { useBackToOwn } from './use-back-to-own'
import { useLanguage } from './use-language'

/** Languages, which have no room in a small toolbar. */
function useOtherLanguages(): readonly { key: string; label: string; lang: string; run: () => void }[] {
  const { languages, language, speak } = useLanguage()
  return languages
    .filter(({ id }) => id !== language)
    .map(({ id, name }) => ({ key: id, label: name, lang: id, run: () => void speak(id) }))
}

/** Who is logged in, the other accounts of this browser, and the log-out. */
export function UserMenu({ compact, onAppearance }: { compact: boolean; onAppearance: () => void }) {
  const say = useSay()
  const logout = useLogout()
  const back = useBackToOwn()
  const {
    verified: {
      user: { data, viewer },
    },
    session,
    calls,
  } = useShell()
  const { others, switchTo } = useSwitch(session, calls)
  const { button, menu, close } = useMenu()
  const otherLanguages = useOtherLanguages()
  const name = text(data, 'displayName') || text(data, 'email')
  const belongs = [text(data, 'ro_name'), text(data, 'belongs')].filter(Boolean).join(' · ')
  const label = say('shell.user_menu', { name })
  const then = (run: () => unknown) => () => {
    close()
    run()
  }
  return (
    <>
      <ButtonBase {...button} aria-label={label} sx={{ borderRadius: 1, p: 0.5, gap: 1, marginInlineStart: 0.5 }}>
        <PersonMark name={name} pic={text(data, 'pic')} />
        {!compact && (
          <Typography noWrap sx={{ maxWidth: 180, fontWeight: 500 }}>
            {name}
          </Typography>
        )}
      </ButtonBase>
      <Popover
        {...menu}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Box sx={{ px: 2, pt: 1.5, pb: 1, minWidth: 220, maxWidth: 320 }}>
          <Typography noWrap sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
            {text(data, 'email')}
          </Typography>
          {belongs && (
            <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
              {belongs}
            </Typography>
          )}
        </Box>
        <Divider />
        <MenuList autoFocusItem={menu.open} aria-label={label} sx={{ maxWidth: 320 }}>
          <MenuItem component={LinkBase} to="/me/profile" onClick={close}>
            {say('profile.title')}
          </MenuItem>
          {compact && <MenuItem onClick={then(onAppearance)}>{say('appearance.title')}</MenuItem>}
          {compact &&
            otherLanguages.map(({ key, label: choice, lang, run }) => (
              <MenuItem key={key} lang={lang} onClick={then(run)}>
                {choice}
              </MenuItem>
            ))}
          {!viewer && <Divider />}
          {!viewer && others.length > 0 && (
            <ListSubheader role="presentation" sx={{ lineHeight: '28px' }}>
              {say('accounts.title')}
            </ListSubheader>
          )}
          {!viewer &&
            others.map((account) => (
              <MenuItem
                key={account.id}
                onClick={then(() => switchTo(account))}
                aria-label={say('accounts.switch', { name: shownName(account) })}
              >
                <ListItemIcon>
                  <PersonMark name={shownName(account)} size={24} />
                </ListItemIcon>
                <ListItemText slotProps={{ primary: { noWrap: true } }}>{shownName(account)}</ListItemText>
              </MenuItem>
            ))}
          {!viewer && (
            <MenuItem component={LinkBase} to="/login/add_account" onClick={close}>
              {say('accounts.add')}
            </MenuItem>
          )}
          <Divider />
          {viewer ? (
            <MenuItem onClick={then(back)}>{say('login.own_back')}</MenuItem>
          ) : (
            <MenuItem onClick={then(logout)}>{say('ra.auth.logout')}</MenuItem>
          )}
        </MenuList>
      </Popover>
    </>
  )
}

function text(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}
