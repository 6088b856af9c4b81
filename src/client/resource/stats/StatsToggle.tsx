import StatsIcon from '@mui/icons-material/InsightsOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { useKeys } from '../../../ui/keys'

interface StatsToggleProps {
  readonly open: boolean
  readonly onToggle: () => void
  readonly keys: boolean
  /** Only its key works: the button stands in a menu. */
  readonly hidden: boolean
}

/** Opens and closes the numbers above a list, also by `g`. */
export function StatsToggle({ open, onToggle, keys, hidden }: StatsToggleProps) {
  const translate = useTranslate()
  const text = translate(open ? 'stats.close' : 'stats.open')
  useKeys([{ keys: 'g', label: text, run: onToggle, active: keys }])
  if (hidden) return null
  return (
    <Tooltip title={text}>
      <IconButton aria-label={text} aria-pressed={open} color={open ? 'primary' : 'default'} onClick={onToggle}>
        <StatsIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
