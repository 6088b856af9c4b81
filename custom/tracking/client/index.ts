import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** A ride followed by whoever has its link: the page of the link, and the dialog that makes one. */
export const tracking: ClientFeature = {
  name: 'tracking',
  publicPages: [{ begins: '/tracking/', open: () => import('./page/tracking-page') }],
  dialogs: { 'share-link': lazy(() => import('./ShareLinkDialog')) },
}
