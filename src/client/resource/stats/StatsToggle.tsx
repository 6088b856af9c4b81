import StatsIcon from '@mui/icons-material/InsightsOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { useKeys } from '../../../ui/keys'

/** Opens and closes the numbers above a list, also by `g`. */
export default function StatsToggle({ open, onToggle, keys }: { open: boolean; onToggle: () => void; keys: boolean }) {
  const translate = useTranslate()
  const text = translate(open ? 'stats.close' : 'stats.open')
  useKeys([{ keys: 'g', label: text, run: onToggle, active: keys }])
  return (
    <Tooltip title={text}>
      <IconButton aria-label={text} aria-pressed={open} color={open ? 'primary' : 'default'} onClick={onToggle}><StatsIcon fontSize="small" /></IconButton>
    </Tooltip>
  )
}
