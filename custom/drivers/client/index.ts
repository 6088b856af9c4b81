import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { TOLD_OF_PANICS } from '../model/told-of-panics'

export const AttendDialog = lazy(() => import('./panics/AttendDialog'))

/**
 * Calls for help, above every page; messages between the operators and the drivers: the inbox, and a driver's thread in
 * a dialog and in their page.
 */
export const drivers: ClientFeature = {
  name: 'drivers',
  aboveAll: [{ modules: TOLD_OF_PANICS, part: lazy(() => import('./panics/PanicBanner')) }],
  routes: [
    {
      path: '/driver_messages',
      module: 'driver_messages',
      title: 'modules.driver_messages',
      screen: lazy(() => import('./inbox/InboxScreen')),
    },
  ],
  dialogs: { 'driver-messages': lazy(() => import('./thread/ThreadDialog')) },
  panels: { 'driver-messages': lazy(() => import('./thread/ThreadPanel')) },
}
