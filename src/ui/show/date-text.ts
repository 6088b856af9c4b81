import { dateText, timeText } from '../../model/values/shown-date'
import { wallTime } from '../../model/values/zone-time'

export { dateText, timeText }

/** An instant → 'DD/MM/YYYY hh:mm A' on the clock of a zone. */
export function dateTimeText(iso: string, zone: string): string {
  const wall = wallTime(iso, zone)
  return wall ? `${dateText(wall.date)} ${timeText(wall.time)}` : iso
}
