import IconButton from '@mui/material/IconButton'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import { useMode } from '../theme/ThemeRoot'
import { useSay } from '../../ui/style'

/** Light to dark and back. */
export function ThemeToggle() {
  const say = useSay()
  const [mode, choose] = useMode()
  const label = say('ra.action.toggle_theme')
  return (
    <IconButton aria-label={label} title={label} onClick={() => choose(mode === 'dark' ? 'light' : 'dark')}>
      {mode === 'dark' ? <LightModeOutlined fontSize="small" /> : <DarkModeOutlined fontSize="small" />}
    </IconButton>
  )
}
