import { lazy } from 'react'
import type { ClientFeature } from '../../../src/client/feature'

/** The dispatcher's screen and its panel in a vehicle's page. */
export const dispatcher: ClientFeature = {
  name: 'dispatcher',
  routes: [{ path: '/dispatcher', module: 'dispatcher', title: 'dispatcher.title', screen: lazy(() => import('./DispatcherScreen')) }],
  panels: { 'vehicle-position': lazy(() => import('./VehiclePositionPanel')) },
}
