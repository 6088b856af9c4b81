import type { ClientFeature } from '#engine/client'

/** The page of a store, from its menu to an order that is watched. */
export const delivery: ClientFeature = {
  name: 'delivery',
  publicPages: [{ begins: '/store/', open: () => import('./page/store-page') }],
}
