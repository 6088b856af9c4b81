import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Above every page of an operator: who calls, and what is known of them. */
export const telephony: ClientFeature = {
  name: 'telephony',
  aboveAll: [{ modules: ['dispatcher'], part: lazy(() => import('./RingBar')) }],
}
