import EyeIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useShell } from '../app/shell-context'
import { useSay } from '../../ui/show/style'

/** While somebody with full access views as another: as whom, and the way back to one's own session. */
export function ViewingBanner() {
  const { viewer, data } = useShell().verified.user
  const say = useSay()
  const back = useBackToOwn()
  const [leaving, setLeaving] = useState(false)
  if (!viewer) return null
  const leave = (): void => {
    setLeaving(true)
    void back()
  }
  return (
    <Box
      component="aside"
      aria-label={say('login.as', { name: String(data['displayName'] ?? '') })}
      sx={{
        display: 'flex', alignItems: 'center', gap: 1.5, px: 2, height: 'var(--banner-height)', flexShrink: 0,
        // Of no theme: it must be seen, and read, beside every company's colours.
        bgcolor: '#7a3e00', color: '#fff',
      }}
    >
      <EyeIcon fontSize="small" aria-hidden />
      <Typography noWrap sx={{ fontWeight: 600, minWidth: 0 }}>{say('login.as', { name: String(data['displayName'] ?? '') })}</Typography>
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0, display: { xs: 'none', md: 'block' } }}>
        {say('login.as_note')}
      </Typography>
      <Button
        size="small" variant="outlined" color="inherit" disabled={leaving} onClick={leave}
        sx={{ borderColor: '#fff', marginInlineStart: 'auto', flex: 'none' }}
      >
        {say('login.own_back')}
      </Button>
    </Box>
  )
}

/** Ends the other's session and goes on with one's own, which was kept aside. */
export function useBackToOwn(): () => Promise<void> {
  const { calls, session } = useShell()
  return async () => {
    const token = session.token()
    // That the server cannot be told keeps nobody from leaving; the session ends with one's own.
    await calls.logout().catch(() => undefined)
    if (token) session.end(token, 'left')
    window.location.assign('/')
  }
}
