import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Screen `/past`: the board as it stood at any moment. */
export const past: ClientFeature = {
  name: 'past',
  routes: [{ path: '/past', module: 'past', title: 'modules.past', screen: lazy(() => import('./board/PastScreen')) }],
}
