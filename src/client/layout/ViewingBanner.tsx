import EyeIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useShell } from '../console/shell-context'
import { useSay } from '../../ui/show/style'
import { useBackToOwn } from './use-back-to-own'

/** While a user with full access views as another: the other's name, and a button back to their own session. */
export default function ViewingBanner() {
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
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        height: 'var(--banner-height)',
        flexShrink: 0,
        // Not of the theme: it must stand out and be readable next to every company's colours.
        bgcolor: '#7a3e00',
        color: '#fff',
      }}
    >
      <EyeIcon fontSize="small" aria-hidden />
      <Typography noWrap sx={{ fontWeight: 600, minWidth: 0 }}>
        {say('login.as', { name: String(data['displayName'] ?? '') })}
      </Typography>
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0, display: { xs: 'none', md: 'block' } }}>
        {say('login.as_note')}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        disabled={leaving}
        onClick={leave}
        sx={{ borderColor: '#fff', marginInlineStart: 'auto', flex: 'none' }}
      >
        {say('login.own_back')}
      </Button>
    </Box>
  )
}
