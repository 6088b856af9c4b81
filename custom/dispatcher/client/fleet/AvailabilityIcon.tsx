import CheckCircle from '@mui/icons-material/CheckCircle'
import CloudOff from '@mui/icons-material/CloudOff'
import DoNotDisturbOn from '@mui/icons-material/DoNotDisturbOn'
import { STATE_COLOURS } from '../../../geo/model'
import type { Availability } from '../../model/live-vehicle'

const ICONS = { online: CheckCircle, busy: DoNotDisturbOn, offline: CloudOff } as const

/** An availability as colour and shape; a word is shown next to it. */
export function AvailabilityIcon({ availability, size = 16 }: { availability: Availability; size?: number }) {
  const Icon = ICONS[availability]
  return <Icon aria-hidden sx={{ fontSize: size, color: STATE_COLOURS[availability], flexShrink: 0 }} />
}
