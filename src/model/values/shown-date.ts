import { DAY_MS, wallTime } from './zone-time'

/** 'YYYY-MM-DD' → 'DD/MM/YYYY'; any other text is returned unchanged. */
export function dateText(date: string): string {
  const [, year, month, day] = /^(\d{4,})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year ? `${day}/${month}/${year}` : date
}

/** 'HH:mm' → 'hh:mm A'. */
export function timeText(time: string): string {
  const hour = Number(time.slice(0, 2))
  const twelve = String(hour % 12 || 12).padStart(2, '0')
  return `${twelve}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** An instant → 'DD/MM/YYYY hh:mm A' on the clock of a zone. */
export function dateTimeText(iso: string, zone: string): string {
  const wall = wallTime(iso, zone)
  return wall ? `${dateText(wall.date)} ${timeText(wall.time)}` : iso
}

const HOURS_A_DAY = 24
// A Monday.
const MONDAY_MS = Date.UTC(2024, 0, 1)

/** The short name of a day of the week, 0 is Monday. */
export const weekdayText = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY_MS + day * DAY_MS)

/** A whole hour of a day: `09:00 AM`. */
export const hourText = (hour: number): string => timeText(`${String(hour % HOURS_A_DAY).padStart(2, '0')}:00`)

/** An hour of the week, counted from Monday 0:00: `mar 09:00 AM`. */
export const weekHourText = (hour: number, language: string): string =>
  `${weekdayText(Math.floor(hour / HOURS_A_DAY), language)} ${hourText(hour)}`
