import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { RequestStatus } from '../../../services/model'

/** When whoever has a ride is where its passenger waits, in words; null once they are there, or where nobody knows. */
export function useArrival(status: RequestStatus | null): string | null {
  const say = useSay()
  const { zone } = useDisplayStyle()
  if (!status || status.date_arrival === null) return null
  // The day is today: its time is behind `DD/MM/YYYY `.
  return say('dispatcher.request.arrives', { time: dateTimeText(status.date_arrival, zone).slice(11) })
}
