import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Screen `/forecast`: what tomorrow brings, and whether there are drivers for it. */
export const forecasts: ClientFeature = {
  name: 'forecast',
  routes: [
    {
      path: '/forecast',
      module: 'forecast',
      title: 'modules.forecast',
      screen: lazy(() => import('./ForecastScreen')),
    },
  ],
}
