import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** The summary of services: as a page, and in the pages of a client and a driver. */
export const reports: ClientFeature = {
  name: 'reports',
  routes: [
    { path: '/summary', module: 'summary', title: 'modules.summary', screen: lazy(() => import('./SummaryScreen')) },
  ],
  panels: { 'services-summary': lazy(() => import('./SummaryPanel')) },
}
