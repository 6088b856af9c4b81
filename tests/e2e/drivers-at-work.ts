import { DEMO_PASSWORD, driverEmail } from '../../custom/demo/model/driver-account'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import type { DriverAnswer } from '../../custom/simulator/model/driver-mind'
import { makeTally } from '../../custom/simulator/model/tally'
import { httpCalls, letLive, simDriver, type SimDriver } from '../../custom/simulator/server'

/** A driver of the demo by the number of their account; the odd ones' vehicles serve every branch. */
export interface AtWork {
  readonly number: number
  readonly at: LatLng
  /** The driver's answers to requests, one after another; then they accept every one. */
  readonly orders?: readonly DriverAnswer[]
}

export interface Fleet {
  readonly drivers: readonly SimDriver[]
  /** Everybody leaves. */
  end(): Promise<void>
}

/**
 * Drivers with devices of their own, who stand where they are put until a ride takes them elsewhere, `speed` times as
 * fast as life. They come through the front door and bear a server that is killed and started again.
 */
export async function driversAtWork(address: string, who: readonly AtWork[], speed = 12): Promise<Fleet> {
  const api = httpCalls(address, makeTally())
  const drivers = who.map(({ number, at, orders = [] }) =>
    simDriver(api, {
      username: driverEmail(number),
      password: DEMO_PASSWORD,
      seed: number,
      at,
      orders,
      stays: true,
      habits: { odds: { accept: 1, reject: 0, silent: 0 }, speed },
      every_s: 1,
      poll_s: 1,
    }),
  )
  // One after another: log-ins are limited by address.
  for (const driver of drivers) await driver.logIn()
  // One mistake of theirs fails the test it was made in.
  const living = letLive(250, (mistake) => {
    throw new Error(mistake)
  })
  for (const driver of drivers) living.add(driver)
  return { drivers, end: living.end }
}

/** A point so many metres north and east of another. */
export const beside = ([lat, lng]: LatLng, north: number, east: number): LatLng => [
  lat + north / 111_195,
  lng + east / (111_195 * Math.cos((lat * Math.PI) / 180)),
]
