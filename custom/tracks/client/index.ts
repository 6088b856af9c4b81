import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Where a driver was: the screen `/trackings`, for some days or for a ride. */
export const tracks: ClientFeature = {
  name: 'tracks',
  routes: [
    {
      path: '/trackings',
      module: 'trackings',
      title: 'modules.trackings',
      screen: lazy(() => import('./TracksScreen')),
    },
  ],
}
