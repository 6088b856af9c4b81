import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Messages between the operators and the drivers: the inbox, and a driver's thread in a dialog and in the driver's page. */
export const drivers: ClientFeature = {
  name: 'drivers',
  routes: [{ path: '/driver_messages', module: 'driver_messages', title: 'modules.driver_messages', screen: lazy(() => import('./inbox/InboxScreen')) }],
  dialogs: { 'driver-messages': lazy(() => import('./thread/ThreadDialog')) },
  panels: { 'driver-messages': lazy(() => import('./thread/ThreadPanel')) },
}
