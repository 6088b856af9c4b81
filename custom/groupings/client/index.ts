import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { groupingCells } from './cells'

/** Groupings: their routes, sorted by hand or built for a day. */
export const groupings: ClientFeature = {
  name: 'groupings',
  widgets: groupingCells,
  panels: {
    'grouping-services': lazy(() => import('./services/ServicesPanel')),
    'grouping-builder': lazy(() => import('./build/BuilderButton')),
  },
  routes: [
    {
      path: '/groupings/build',
      module: 'groupings',
      right: 'edit',
      title: 'groupings.build.title',
      screen: lazy(() => import('./build/BuildScreen')),
    },
    {
      path: '/groupings/:id/services/assign',
      module: 'groupings',
      right: 'edit',
      title: 'groupings.assign',
      screen: lazy(() => import('./assign/AssignScreen')),
    },
    {
      path: '/groupings/:id/services/resort',
      module: 'groupings',
      right: 'edit',
      title: 'groupings.resort',
      screen: lazy(() => import('./resort/ResortScreen')),
    },
  ],
}
