import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type CellProps, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'

/** When a service is for: now, or the time of a booking. */
export default function WhenCell({ value }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const [now] = useState(() => new Date().toISOString())
  if (typeof value === 'string' && value !== '') return <>{shortText(dateTimeText(value, zone), dateTimeText(now, zone))}</>
  return <Typography component="span" variant="inherit" sx={{ color: 'text.secondary' }}>{say('services.now')}</Typography>
}

/** Of today the time alone. */
const shortText = (text: string, now: string): string => (text.slice(0, 10) === now.slice(0, 10) ? text.slice(11) : text)
