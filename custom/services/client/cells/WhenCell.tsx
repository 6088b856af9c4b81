import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type CellProps, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'

const OVER: readonly unknown[] = ['finalized', 'canceled']

/**
 * When a service is for: now, or the time of a booking; of one that is over and was for at once, when it was asked for.
 */
export default function WhenCell({ value, record }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const [now] = useState(() => new Date().toISOString())
  const at = value || (OVER.includes(record['state']) ? (record['date_requested'] ?? record['date_created']) : null)
  if (typeof at === 'string' && at !== '')
    return <Lines text={shortText(dateTimeText(at, zone), dateTimeText(now, zone))} />
  return (
    <Typography component="span" variant="inherit" sx={{ color: 'text.secondary' }}>
      {say('services.now')}
    </Typography>
  )
}

/** The day above the time: side by side they leave the table no room for the product. */
function Lines({ text }: { text: string }) {
  const [day, ...time] = text.split(' ')
  return text.length > 10 ? (
    <>
      {day}
      <br />
      {time.join(' ')}
    </>
  ) : (
    <>{text}</>
  )
}

/** Of today the time alone. */
const shortText = (text: string, now: string): string =>
  text.slice(0, 10) === now.slice(0, 10) ? text.slice(11) : text
