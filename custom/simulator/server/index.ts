import type { ServerFeature } from '#engine/server'
import { fleetProcess } from './fleet-process'

export { httpCalls } from './http-calls'
export { letLive } from './let-live'
export { simDriver, type SimDriver, type SimOptions } from './sim-driver'

/** The demo's drivers: devices that use nothing but /api/driver. */
export const simulator: ServerFeature = {
  name: 'simulator',
  needs: {},
  alongside: fleetProcess,
  commands: { fleet: async () => (await import('./fleet-command')).fleetCommand },
}
