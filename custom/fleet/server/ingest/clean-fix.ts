import type { Fix } from '../../model/fix'

/** A fix whose facts fit their columns and the notices of it; what cannot be true is unknown. */
export function cleanFix(fix: Fix): Fix {
  return {
    ...fix,
    lat: round(fix.lat),
    lng: round(fix.lng),
    course: within(fix.course, -360, 360) === null ? null : (((fix.course ?? 0) % 360) + 360) % 360,
    speed: within(fix.speed, 0, 1_000),
    battery_level: within(fix.battery_level === null ? null : Math.round(fix.battery_level), 0, 100),
    accuracy: within(fix.accuracy, 0, 1_000_000),
  }
}

/** Whether it is a place on the earth at a moment: without that it is no fix. */
export const isPlace = ({ lat, lng, date_fix }: Fix): boolean =>
  within(lat, -90, 90) !== null && within(lng, -180, 180) !== null && !Number.isNaN(date_fix.getTime())

const within = (value: number | null, least: number, most: number): number | null =>
  (value !== null && Number.isFinite(value) && value >= least && value <= most ? value : null)

// A centimetre or so.
const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7
