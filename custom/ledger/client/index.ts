import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/** Screen `/ledger/proof`: whether the books are right. */
export const ledger: ClientFeature = {
  name: 'ledger',
  routes: [
    {
      path: '/ledger/proof',
      module: 'ledger_proof',
      title: 'modules.ledger_proof',
      screen: lazy(() => import('./ProofScreen')),
    },
  ],
}
