import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { cells } from './cells/widgets'
import { lateInput } from '#engine/ui'

/** A fare line by line, and why; show it within <Suspense>. */
export const FareLines = lazy(async () => ({ default: (await import('./try/FareLines')).FareLines }))

export { distanceText as lengthText, minutesText, routeText } from './try/route-text'

/** Fares: what a trip costs by a tariff, tried out on its page. */
export const fares: ClientFeature = {
  name: 'fares',
  routes: [
    {
      path: '/tolls',
      module: 'tolls',
      title: 'resources.tolls.name',
      screen: lazy(() => import('./tolls/TollsScreen')),
    },
  ],
  widgets: {
    ...cells,
    'zone-overlap': {
      Input: lateInput(
        async () => (await import('./zones/ZoneOverlapInput')).ZoneOverlapInput,
        () => null,
      ),
    },
  },
  panels: {
    'try-fare': lazy(() => import('./try/TryFarePanel')),
    'tarif-zones': lazy(() => import('./zones/ZonesPanel')),
    'tarif-prices': lazy(() => import('./prices/PricesPanel')),
  },
}
