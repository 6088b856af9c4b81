import type { LiveVehicle } from '../../model/live-vehicle'

/** Name and surname of the driver, null when nobody drives it. */
export function driverName({ us_name, us_surname }: Pick<LiveVehicle, 'us_name' | 'us_surname'>): string | null {
  return [us_name, us_surname].filter(Boolean).join(' ') || null
}

/** `Toyota Yaris`, with what is known of it. */
export const makeText = ({ brand, model }: Pick<LiveVehicle, 'brand' | 'model'>): string =>
  [brand, model].filter(Boolean).join(' ')

const WINDS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/** The word key of a course, in eighths of the compass. */
export const windOf = (course: number): (typeof WINDS)[number] =>
  WINDS[Math.round((((course % 360) + 360) % 360) / 45) % 8] ?? 'n'
