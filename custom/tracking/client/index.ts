import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Lets anyone with a ride's link follow the ride: the page of the link, and the dialog that makes one. */
export const tracking: ClientFeature = {
  name: 'tracking',
  publicPages: [{ begins: '/tracking/', open: () => import('./page/tracking-page') }],
  dialogs: { 'share-link': lazy(() => import('./ShareLinkDialog')) },
}
