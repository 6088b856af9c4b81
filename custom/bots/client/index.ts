import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Bots: the drawing of a bot's steps, and a trial of it. */
export const bots: ClientFeature = {
  name: 'bots',
  routes: [{ path: '/bots/:id/flow', module: 'bots', title: 'bots.flow.title', screen: lazy(() => import('./FlowScreen')) }],
}
