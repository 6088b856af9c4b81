import Typography from '@mui/material/Typography'
import { type CellProps, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'

/** When a service is for: now, or the time of a booking. */
export default function WhenCell({ value }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  if (typeof value === 'string' && value !== '') return <>{dateTimeText(value, zone)}</>
  return <Typography component="span" variant="inherit" sx={{ color: 'text.secondary' }}>{say('services.now')}</Typography>
}
