import type { Actor } from '../../src/model/rights/actor'

/** An actor with every right, for what is called below the front door; `id` of their row in `users`. */
export const rootActor = (id: number): Actor => ({
  id,
  root: true,
  operator: true,
  language: 'es',
  scopes: {},
  rights: {},
  facts: { id, root: true, operator: true },
})
