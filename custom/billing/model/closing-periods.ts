import { DAY_MS } from '#engine/model'

interface ClosingPeriod {
  readonly date_from: string
  readonly date_to: string
}

const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The last whole week, from Monday. */
export function lastWeek(today: string): ClosingPeriod {
  const monday = plus(today, -((new Date(today).getUTCDay() + 6) % 7) - 7)
  return { date_from: monday, date_to: plus(monday, 6) }
}

/** The last whole half of a month: its days to the 15th, or those after. */
export function lastHalf(today: string): ClosingPeriod {
  const month = today.slice(0, 8)
  if (Number(today.slice(8)) > 15) return { date_from: `${month}01`, date_to: `${month}15` }
  const end = plus(`${month}01`, -1)
  return { date_from: `${end.slice(0, 8)}16`, date_to: end }
}

/** The last whole month. */
export function lastMonth(today: string): ClosingPeriod {
  const end = plus(`${today.slice(0, 8)}01`, -1)
  return { date_from: `${end.slice(0, 8)}01`, date_to: end }
}
