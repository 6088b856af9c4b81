import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { cells } from './cells/widgets'
import { lateInput } from '#engine/ui'

export { lengthText, minutesText, routeText } from './try/route-text'

/** A fare line by line; show it within <Suspense>. */
export const FareLines = lazy(() => import('./try/FareLines').then(({ FareLines: Lines }) => ({ default: Lines })))

/** Fares: what a trip costs by a tariff, tried out on its page. */
export const fares: ClientFeature = {
  name: 'fares',
  routes: [{ path: '/tolls', module: 'tolls', title: 'resources.tolls.name', screen: lazy(() => import('./tolls/TollsScreen')) }],
  widgets: { ...cells, 'zone-overlap': { Input: lateInput(async () => (await import('./zones/ZoneOverlapInput')).ZoneOverlapInput, () => null) } },
  panels: { 'try-fare': lazy(() => import('./try/TryFarePanel')), 'tarif-zones': lazy(() => import('./zones/ZonesPanel')), 'tarif-prices': lazy(() => import('./prices/PricesPanel')) },
}
