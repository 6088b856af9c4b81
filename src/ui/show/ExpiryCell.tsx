import { dateText } from './date-text'
import { Badge } from './Badge'
import { useDisplayStyle, useSay } from './style'
import type { CellProps } from '../field-view'
import { expiryOf } from '../../model/values/expiry'
import { todayIn } from '../../model/values/zone-time'

/** A date on which something ends, and in words that it has ended or soon will. */
export function ExpiryCell({ field, value }: CellProps) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const date = String(value)
  const expiry = expiryOf(date, todayIn(zone), field.schema)
  if (!expiry) return <>{dateText(date)}</>
  const text = expiry.over
    ? say('field.expired')
    : expiry.days === 0
      ? say('field.expires_today')
      : say('field.expires_in', { smart_count: expiry.days })
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 8 }}>
      {dateText(date)} <Badge color={expiry.over ? 'error' : 'warning'}>{text}</Badge>
    </span>
  )
}
