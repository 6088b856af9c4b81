import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Screen `/liquidations/generate`: what a closing would come to, what is odd about it, and the drafts. */
export const billing: ClientFeature = {
  name: 'billing',
  routes: [{ path: '/liquidations/generate', module: 'liquidations', right: 'edit', title: 'billing.title', screen: lazy(() => import('./ClosingScreen')) }],
}
