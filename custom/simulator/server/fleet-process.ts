import { fork } from 'node:child_process'
import type { ServerFeature } from '#engine/server'

/** Drivers beside a demo where FLEET says nothing else; 0: none. */
const DRIVERS = 20
/** People who ring for each driver: with twenty drivers six to twelve rides are under way. */
const CALLERS_A_DRIVER = 0.6
/** Faster than life, so that a ride is over while somebody looks. */
const SPEED = 3
/** They log out; whoever has not by then is ended. */
const LEAVE_MS = 4000

const nothing = async (): Promise<void> => {}

/** Starts the simulated drivers and callers as a process of their own beside the server of a demo: they reach it over the network alone. */
export const fleetProcess: NonNullable<ServerFeature['beside']> = async ({ url, origin, log }) => {
  const [, program] = process.argv
  if (origin !== 'demo' || program === undefined) return nothing
  const drivers = countOf('FLEET', DRIVERS, log)
  if (drivers === 0) return nothing
  const callers = countOf('FLEET_CALLERS', Math.round(drivers * CALLERS_A_DRIVER), log)
  log(`${drivers} simulated drivers come to work, ${callers} simulated callers ring (FLEET=0 starts without them).`)
  const child = fork(program, [
    'fleet', '--quiet', '--url', url, '--drivers', String(drivers), '--callers', String(callers), '--speed', process.env.FLEET_SPEED || String(SPEED),
  ])
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => { resolve() })
    child.once('error', (error) => {
      log(`The simulated drivers could not be started: ${error.message}`)
      resolve()
    })
  })
  return async () => {
    const late = setTimeout(() => { child.kill('SIGKILL') }, LEAVE_MS)
    if (child.connected) child.disconnect()
    await ended
    clearTimeout(late)
  }
}

/** A count by its variable; what is no count is none, and told. */
function countOf(name: string, usual: number, log: (line: string) => void): number {
  const given = process.env[name] ?? ''
  const count = given === '' ? usual : Number(given)
  if (Number.isInteger(count) && count >= 0) return count
  log(`${name} must be a whole number, not "${given}": there are none now.`)
  return 0
}
