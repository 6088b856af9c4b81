import { BUSY_SHARE, type ForecastHour } from './forecast-call'

const HOUR_S = 3600
const HOURS = 24

/** What was counted of an hour; of the past days together. */
export interface CountedHour {
  readonly booked: number
  readonly unassigned: number
  readonly past_booked: number
  readonly past_spot: number
  readonly past_drivers_s: number
}

export const EMPTY_HOUR: CountedHour = { booked: 0, unassigned: 0, past_booked: 0, past_spot: 0, past_drivers_s: 0 }

/**
 * The hours of a day, from what was counted.
 * @param days of the past, on which it was counted; 0: nothing is known but the bookings
 * @param ride_s seconds that a driver has a ride for
 */
export function expectedHours(
  counted: ReadonlyMap<number, CountedHour>,
  days: number,
  ride_s: number,
): readonly ForecastHour[] {
  return Array.from({ length: HOURS }, (_, hour) => {
    const { booked, unassigned, past_booked, past_spot, past_drivers_s } = counted.get(hour) ?? EMPTY_HOUR
    const usual = mean(past_spot, days)
    const expected = usual + Math.max(booked, mean(past_booked, days))
    const drivers = mean(past_drivers_s, days) / HOUR_S
    const needed = Math.ceil((expected * ride_s) / HOUR_S / BUSY_SHARE - ROUNDING)
    return {
      hour,
      booked,
      unassigned,
      usual: shown(usual),
      expected: shown(expected),
      drivers: shown(drivers),
      needed,
      // Half a driver too few is none: an average is no roster.
      lacking: days === 0 ? 0 : Math.max(0, needed - Math.round(drivers)),
    }
  })
}

/** 0.1 + 0.2 needs no fourth driver. */
const ROUNDING = 1e-9
const mean = (sum: number, days: number): number => (days === 0 ? 0 : sum / days)
const shown = (value: number): number => Math.round(value * 10) / 10
