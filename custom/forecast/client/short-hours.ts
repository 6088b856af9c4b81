import type { ForecastHour } from '../model/forecast-call'

/** Hours one after another in which drivers lack. */
export interface ShortHours {
  readonly from: number
  /** The first hour that is none of them any more: 24 at the end of the day. */
  readonly until: number
  /** Of the worst hour. */
  readonly lacking: number
}

/** When drivers will lack, the earliest first. */
export function shortHours(hours: readonly ForecastHour[]): readonly ShortHours[] {
  const found: ShortHours[] = []
  for (const { hour, lacking } of hours) {
    if (lacking === 0) continue
    const last = found.at(-1)
    if (last?.until === hour)
      found[found.length - 1] = { ...last, until: hour + 1, lacking: Math.max(last.lacking, lacking) }
    else found.push({ from: hour, until: hour + 1, lacking })
  }
  return found
}
