import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { lateInput } from '#engine/ui'

/**
 * Screens `/past`, the board as it stood at any moment, and `/past/rules`, a past day by another rule; and the way
 * there from the settings.
 */
export const past: ClientFeature = {
  name: 'past',
  routes: [
    { path: '/past', module: 'past', title: 'modules.past', screen: lazy(() => import('./board/PastScreen')) },
    {
      path: '/past/rules',
      module: 'past',
      title: 'past.tab_rules',
      screen: lazy(() => import('./shadow/ShadowScreen')),
    },
  ],
  widgets: {
    'try-rule': {
      Input: lateInput(
        async () => (await import('./shadow/TryRuleInput')).TryRuleInput,
        () => null,
      ),
    },
  },
}
