import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Messages to people: the switch of this browser's pushes in the profile. */
export const messages: ClientFeature = {
  name: 'messages',
  profile: [{ title: 'notifications.push_title', section: lazy(() => import('./PushSwitch')) }],
}
