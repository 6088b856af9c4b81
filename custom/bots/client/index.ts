import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Bots: the drawing of a bot's steps, a trial of it, and past conversations once more. */
export const bots: ClientFeature = {
  name: 'bots',
  routes: [
    { path: '/bots/:id/flow', module: 'bots', title: 'bots.flow.title', screen: lazy(() => import('./FlowScreen')) },
  ],
  panels: { 'bot-flow': lazy(() => import('./FlowPanel')) },
}
