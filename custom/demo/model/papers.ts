import type { Moments } from './moments'
import type { Random } from './random'

// Not for the first ones, which people log in as.
const INSURANCE_SOON: readonly number[] = [8, 27]
const LICENSE_SOON: readonly number[] = [17]

/** Last day of the insurance of vehicle number `index`. */
export const insuranceDate = (random: Random, moments: Moments, index: number): string =>
  lastDay(random, moments, INSURANCE_SOON.includes(index), 760)

/** Last day of the licence of driver number `index`, who drives. */
export const licenseDate = (random: Random, moments: Moments, index: number): string =>
  lastDay(random, moments, LICENSE_SOON.includes(index), 1460)

/**
 * A demo is used for months, and drivers with expired papers do not drive: most last longer than a year, a few show
 * what expiry looks like.
 */
const lastDay = (random: Random, moments: Moments, isSoon: boolean, most_days: number): string =>
  isSoon ? moments.date(random, 6, 24) : moments.date(random, 400, most_days)
