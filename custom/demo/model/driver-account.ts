/** The password of every account of the demo. */
export const DEMO_PASSWORD = 'toolrides'

/**
 * E-mail address of driver number `place`, from 1, of those who drive: each has an account, so that a device can log in
 * as them.
 */
export const driverEmail = (place: number): string => `conductor${place}@demo.test`
