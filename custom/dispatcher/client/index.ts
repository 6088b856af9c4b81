import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

const screen = lazy(() => import('./screen/DispatcherScreen'))
const ahead = () => Promise.all([import('./screen/DispatcherScreen'), import('./map/DispatcherMap')])
const PATHS = ['/dispatcher', '/dispatcher/:id', '/dispatcher/:id/:action'] as const

/** The dispatcher: its screen, the dialogs about one service, the alerts, and a vehicle's last position. */
export const dispatcher: ClientFeature = {
  name: 'dispatcher',
  routes: [
    ...PATHS.map((path) => ({ path, module: 'dispatcher', title: 'dispatcher.title', screen, ahead })),
    {
      path: '/dispatcher_jobs',
      module: 'dispatcher',
      title: 'dispatcher.jobs.title',
      alone: true,
      screen: lazy(() => import('./jobs/JobsWindow')),
    },
    {
      path: '/dispatcher_wall',
      module: 'dispatcher',
      title: 'dispatcher.wall.title',
      alone: true,
      screen: lazy(() => import('./wall/WallScreen')),
    },
  ],
  panels: {
    'vehicle-position': lazy(() => import('./vehicle/VehiclePositionPanel')),
    'dispatch-alerts': lazy(() => import('./alerts/AlertsPanel')),
  },
  dialogs: {
    'service-info': lazy(() => import('./info/ServiceInfoDialog')),
    'find-driver': lazy(() => import('./find/FindDriverDialog')),
    'service-assignments': lazy(() => import('./assign/AssignmentsDialog')),
    'service-location': lazy(() => import('./info/ServiceLocationDialog')),
  },
}
