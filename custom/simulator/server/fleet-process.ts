import { fork } from 'node:child_process'
import type { ServerFeature } from '#engine/server'

/** Drivers next to a demo unless FLEET says otherwise; 0: none. */
const DRIVERS = 20
/** Callers per driver: with twenty drivers, six to twelve rides are under way. */
const CALLERS_A_DRIVER = 0.6
/** Faster than life, so that a ride ends while somebody watches. */
const SPEED = 3
/** Time to log out; then the process is killed. */
const LEAVE_MS = 4000

const nothing = async (): Promise<void> => {}

/**
 * Starts the simulated drivers and callers in their own process next to a demo's server: they use it over the network
 * alone.
 */
export const fleetProcess: NonNullable<ServerFeature['alongside']> = async ({ url, origin, log }) => {
  const [, program] = process.argv
  if (origin !== 'demo' || program === undefined) return nothing
  const drivers = countOf('FLEET', DRIVERS, log)
  if (drivers === 0) return nothing
  const callers = countOf('FLEET_CALLERS', Math.round(drivers * CALLERS_A_DRIVER), log)
  log(`${drivers} simulated drivers come to work, ${callers} simulated callers ring (FLEET=0 starts without them).`)
  const child = fork(program, [
    'fleet',
    '--quiet',
    '--url',
    url,
    '--drivers',
    String(drivers),
    '--callers',
    String(callers),
    '--speed',
    process.env.FLEET_SPEED || String(SPEED),
  ])
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve()
    })
    child.once('error', (error) => {
      log(`The simulated drivers could not be started: ${error.message}`)
      resolve()
    })
  })
  return async () => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
    }, LEAVE_MS)
    if (child.connected) child.disconnect()
    await ended
    clearTimeout(late)
  }
}

/** Reads a count from an environment variable; an invalid one is logged and counts as none. */
function countOf(name: string, usual: number, log: (line: string) => void): number {
  const given = process.env[name] ?? ''
  const count = given === '' ? usual : Number(given)
  if (Number.isInteger(count) && count >= 0) return count
  log(`${name} must be a whole number, not "${given}": there are none now.`)
  return 0
}
